import { useEffect, useState } from 'react'
import { deviceStorage, tabStorage } from '#web/platform/offline/browser-storage.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { usePublicConfig } from '#web/platform/config/public-config.ts'

/** Chromium's event; it fires if the browser can install the site. */
export interface InstallEvent extends Event {
  prompt(): Promise<unknown>
}

const VISITS = 'sankofa.visits'
const DISMISSED = 'dismissed'
const INVITED_FROM = 2

/**
 * Counts a tab's first page as a visit. Returns false if it is the first one or the person dismissed the
 * invitation.
 */
function isInvited(): boolean {
  const stored = deviceStorage.get(VISITS)
  if (stored === DISMISSED) return false
  const visits = Number(stored ?? 0) + (tabStorage.get(VISITS) ? 0 : 1)
  tabStorage.set(VISITS, 'counted')
  deviceStorage.set(VISITS, String(visits))
  return visits >= INVITED_FROM
}

/** A quiet line at the end of the page from the second visit on, if the browser can install the site. */
export function InstallInvitation() {
  const { siteName } = usePublicConfig()
  const [offer, setOffer] = useState<InstallEvent>()

  useEffect(() => {
    const invited = isInvited()
    const take = (event: Event) => {
      if (!invited) return
      // The browser's own bar would cover the page.
      event.preventDefault()
      setOffer(event as InstallEvent)
    }
    addEventListener('beforeinstallprompt', take)
    return () => removeEventListener('beforeinstallprompt', take)
  }, [])

  if (!offer) return null
  const end = () => {
    deviceStorage.set(VISITS, DISMISSED)
    setOffer(undefined)
  }
  const install = () => {
    end()
    void offer.prompt().catch(() => undefined)
  }
  return (
    <aside aria-label="Install" className="page flex flex-wrap items-center gap-x-4 gap-y-1 py-3 text-sm">
      <p className="grow text-muted">{siteName} opens faster from your home screen.</p>
      <Button look="text" onClick={install}>
        Install
      </Button>
      <Button look="text" onClick={end}>
        Not now
      </Button>
    </aside>
  )
}
