import { Button } from '#web/platform/ui/Button.tsx'
import { usePublicConfig } from './public-config.ts'

interface InstallOfferProps {
  onInstall: () => void
  onEnd: () => void
}

export function InstallOffer({ onInstall, onEnd }: InstallOfferProps) {
  const { siteName } = usePublicConfig()
  return (
    <aside aria-label="Install" className="page flex flex-wrap items-center gap-x-4 gap-y-1 py-3 text-sm">
      <p className="grow text-muted">{siteName} opens faster from your home screen.</p>
      <Button look="text" onClick={onInstall}>
        Install
      </Button>
      <Button look="text" onClick={onEnd}>
        Not now
      </Button>
    </aside>
  )
}
