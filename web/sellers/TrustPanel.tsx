import { usePublicConfig } from '#web/platform/config/public-config.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { useNow } from '#web/platform/ui/time/clock.ts'
import { CheckIcon } from '#web/platform/ui/icons.tsx'
import { lazyDialog } from '#web/platform/ui/dialogs/lazy-dialog.tsx'
import { trustFacts } from './trust-facts.ts'

const useCountingSheet = lazyDialog(async () => (await import('./CountingSheet.tsx')).CountingSheet)

/** Real facts about a person, and how they are counted. */
export function TrustPanel({ seller }: { seller: Parameters<typeof trustFacts>[0] }) {
  const { timeZone } = usePublicConfig()
  const now = useNow()
  const sheet = useCountingSheet()
  return (
    <div>
      <ul className="trust-facts">
        {trustFacts(seller, { now, timeZone }).map(({ name, kind, text }) => (
          <li key={name} data-kind={kind}>
            {kind === 'good' && <CheckIcon className="size-4" />}
            {text}
          </li>
        ))}
      </ul>
      <Button look="text" aria-haspopup="dialog" className="-ml-3 noscript:hidden" onClick={sheet.open}>
        How we count this
      </Button>
      {sheet.show({})}
    </div>
  )
}
