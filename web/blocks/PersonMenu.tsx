import { lazy, Suspense, useState } from 'react'
import { useSession } from '#web/accounts/sessions/session.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { icon } from '#web/platform/ui/icons.tsx'
import { showToast } from '#web/platform/ui/toast.ts'
import type { Person } from './use-block.ts'

const MoreIcon = icon('M5.5 12h.01M12 12h.01M18.5 12h.01')

const loadSheet = () => import('./PersonSheet.tsx')
const PersonSheet = lazy(async () => ({ default: (await loadSheet()).PersonSheet }))

interface PersonMenuProps {
  person: Person
}

/** The '…' beside a person or what they sell: what one seldom needs. Its sheet comes when it is opened. */
export function PersonMenu({ person }: PersonMenuProps) {
  const session = useSession()
  const [isOpen, setOpen] = useState(false)

  async function open() {
    try {
      await loadSheet()
      setOpen(true)
    } catch {
      showToast('This cannot be loaded at the moment', 'Please try again when you are online.')
    }
  }

  if (session?.user.id === person.id) return null
  return (
    <>
      <Button
        aria-label={`More about ${person.name}`}
        aria-haspopup="dialog"
        look="icon"
        className="noscript:hidden"
        onClick={() => void open()}
      >
        <MoreIcon className="size-6 stroke-[2.6]" />
      </Button>
      {isOpen && (
        <Suspense>
          <PersonSheet person={person} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
