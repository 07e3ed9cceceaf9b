import { lazyDialog } from '#web/platform/ui/dialogs/lazy-dialog.tsx'

const useTrustSheet = lazyDialog(async () => (await import('./TrustSheet.tsx')).TrustSheet)

interface PersonNameProps {
  personId: string
  name: string
}

/** The name above a conversation; pressing it opens facts about the person. */
export function PersonName({ personId, name }: PersonNameProps) {
  const sheet = useTrustSheet()
  return (
    <>
      <h1>
        <button
          type="button"
          dir="auto"
          aria-haspopup="dialog"
          className="block w-full truncate text-start font-semibold after:absolute after:inset-x-0 after:-top-3 after:-bottom-1 hover:underline"
          onClick={sheet.open}
        >
          {name}
        </button>
      </h1>
      {sheet.show({ personId, name })}
    </>
  )
}
