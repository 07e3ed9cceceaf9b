import type { ListingWarning } from '#contract/moderation/guard/guard.ts'
import { Notice } from '#web/platform/ui/Notice.tsx'

/**
 * Shown while somebody writes a listing: what buyers could take for a trick, and the advice that they would
 * see.
 */
export function ListingWarnings({ warnings }: { warnings: readonly ListingWarning[] }) {
  const [first] = warnings
  return (
    <div aria-live="polite">
      {first && (
        <Notice look="warn">
          <p>Buyers could take “{first.words}” for a trick. We advise buyers who read such words:</p>
          <p>{first.reader}</p>
        </Notice>
      )}
    </div>
  )
}
