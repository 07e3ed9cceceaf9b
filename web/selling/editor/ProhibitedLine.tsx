import { useWatch } from 'react-hook-form'
import { isolated } from '#contract/isolated.ts'
import { findProhibited, prohibitedIn } from '#contract/selling/prohibited-goods.ts'
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

/** Words in the text that look like prohibited goods, below it. The form does not refuse them. */
export function ProhibitedNotice({ form }: ProhibitedProps) {
  const [title, description] = useWatch({ control: form.control, name: ['title', 'description'] })
  const [found] = findProhibited(`${title}\n${description}`)
  return (
    <div role="status">
      {found && (
        <p className="notice notice-warn mb-2">
          <strong>{`“${isolated(found.words)}”: ${found.goods.name} may not be sold here.`}</strong>{' '}
          {found.goods.reason}
          {found.goods.law && ` ${found.goods.law}.`} If yours is something else, say what it is. A moderator
          looks at listings with these words.
        </p>
      )}
    </div>
  )
}
