import { isolated } from '#contract/isolated.ts'
import { useSession } from '#web/accounts/sessions/session.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { icon } from '#web/platform/ui/icons.tsx'
import type { Person } from '#web/blocks/use-block.ts'
import { usePersonSheet } from './use-person-sheet.ts'

const MoreIcon = icon('M5.5 12h.01M12 12h.01M18.5 12h.01')

interface PersonMenuProps {
  person: Person
}

/**
 * The '…' button beside a person or their listing, for rarely used actions. Its sheet loads when it is
 * opened.
 */
export function PersonMenu({ person }: PersonMenuProps) {
  const session = useSession()
  const sheet = usePersonSheet()
  if (session?.user.id === person.id) return null
  return (
    <>
      <Button
        aria-label={`More about ${isolated(person.name)}`}
        aria-haspopup="dialog"
        look="icon"
        className="noscript:hidden"
        onClick={sheet.open}
      >
        <MoreIcon className="size-6 stroke-[2.6]" />
      </Button>
      {sheet.show({ person })}
    </>
  )
}
