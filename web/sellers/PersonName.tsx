import { lazy, Suspense, useState } from 'react'
import { showToast } from '#web/platform/ui/toast.ts'

const loadSheet = () => import('./TrustSheet.tsx')
const TrustSheet = lazy(async () => ({ default: (await loadSheet()).TrustSheet }))

interface PersonNameProps {
  personId: string
  name: string
}

/** The name above a conversation; pressed it shows what is known of the person. */
export function PersonName({ personId, name }: PersonNameProps) {
  const [isOpen, setOpen] = useState(false)
  async function open() {
    try {
      await loadSheet()
      setOpen(true)
    } catch {
      showToast('This cannot be loaded at the moment', 'Please try again when you are online.')
    }
  }
  return (
    <>
      <h1>
        <button
          type="button"
          aria-haspopup="dialog"
          className="name-link block w-full truncate text-start font-semibold hover:underline"
          onClick={() => void open()}
        >
          {name}
        </button>
      </h1>
      {isOpen && (
        <Suspense>
          <TrustSheet personId={personId} name={name} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
