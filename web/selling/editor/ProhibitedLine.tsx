import { useWatch } from 'react-hook-form'
import { isolated } from '#contract/isolated.ts'
import type { ListingGoods } from '#contract/moderation/guard/guard.ts'
import { goodsOfKind, prohibitedIn } from '#contract/selling/prohibited-goods.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { lazyDialog } from '#web/platform/ui/dialogs/lazy-dialog.tsx'
import type { ListingFormState } from './listing-form-type.ts'

const useProhibitedSheet = lazyDialog(async () => (await import('./ProhibitedSheet.tsx')).ProhibitedSheet)

interface ProhibitedProps {
  form: ListingFormState
}

/** A link to the prohibited goods. */
export function ProhibitedLine() {
  const sheet = useProhibitedSheet()
  return (
    <>
      <Button look="text" className="-ml-3" aria-haspopup="dialog" onClick={sheet.open}>
        What may not be sold here
      </Button>
      {sheet.show({})}
    </>
  )
}

/** The most frequent prohibited goods of the chosen category, below the category. */
export function ProhibitedInCategory({ form }: ProhibitedProps) {
  const category = useWatch({ control: form.control, name: 'category' })
  const names = prohibitedIn(category).map(({ name }) => name)
  return (
    <p role="status" className="text-sm text-muted empty:hidden">
      {names.length > 0 && `Not allowed here: ${names.join(' · ')}.`}
    </p>
  )
}

/** What the texts seem to offer, if it may not be sold. The form does not refuse it. */
export function ProhibitedNotice({ goods }: { goods: ListingGoods | undefined }) {
  const known = goods && goodsOfKind(goods.kind)
  return (
    <div role="status">
      {goods && (
        <p className="notice notice-warn mb-2">
          <strong>
            {`“${isolated(goods.words)}”: ${known ? `${known.name} may not be sold here.` : 'this may be something that may not be sold here.'}`}
          </strong>{' '}
          {known && `${known.reason} `}
          {known?.law && `${known.law}. `}
          If yours is something else, say what it is.{' '}
          {goods.isCertain
            ? 'A moderator looks at this listing before others see it.'
            : 'A moderator looks at such listings.'}
        </p>
      )}
    </div>
  )
}
