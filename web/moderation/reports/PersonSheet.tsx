import { type ComponentType, useState } from 'react'
import { idMark } from '#contract/id-mark.ts'
import { isolated } from '#contract/isolated.ts'
import { loginPath } from '#web/platform/router/login-path.ts'
import { useSession } from '#web/accounts/sessions/session.ts'
import { ReportPerson } from './ReportPerson.tsx'
import { useLocation } from '#web/platform/router/use-router.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog, dialogOf } from '#web/platform/ui/dialogs/Dialog.tsx'
import { icon, type IconProps } from '#web/platform/ui/icons.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { useHiddenReason } from '#web/blocks/hidden-people.ts'
import { type Person, useBlock } from '#web/blocks/use-block.ts'

const BlockIcon = icon('M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0M6 6l12 12')

interface PersonMenuItemProps {
  Icon: ComponentType<IconProps>
  label: string
  onPress: () => void
}

const PersonMenuItem = ({ Icon, label, onPress }: PersonMenuItemProps) => (
  <button type="button" className="sheet-item" onClick={onPress}>
    <Icon className="size-6" />
    {label}
  </button>
)

function ConfirmBlock({ person, onBack }: { person: Person; onBack: () => void }) {
  const change = useBlock(person)
  const [isBusy, setBusy] = useState(false)
  async function block(dialog: HTMLDialogElement | null) {
    setBusy(true)
    if (await change(true)) dialog?.close()
    else setBusy(false)
  }
  return (
    <div className="p-4">
      <p>
        You and <bdi>{person.name}</bdi> will not see each other’s listings and cannot write to each other. We
        do not tell them. You can unblock them in Settings.
      </p>
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button onClick={onBack}>Cancel</Button>
        <Button
          look="danger"
          aria-disabled={isBusy}
          onClick={(event) => isBusy || void block(dialogOf(event))}
        >
          {isBusy ? 'Blocking…' : 'Block'}
        </Button>
      </div>
    </div>
  )
}

function BlockItem({ person, onBlock }: { person: Person; onBlock: () => void }) {
  const session = useSession()
  const { pathname } = useLocation()
  const change = useBlock(person)
  if (!session)
    return (
      <Link to={loginPath(pathname)} className="sheet-item">
        <BlockIcon className="size-6" />
        {`Log in to block ${isolated(person.name)}`}
      </Link>
    )
  return <BlockOrUndo person={person} onBlock={onBlock} onUnblock={() => void change(false)} />
}

interface BlockOrUndoProps {
  person: Person
  onBlock: () => void
  onUnblock: () => void
}

function BlockOrUndo({ person, onBlock, onUnblock }: BlockOrUndoProps) {
  const isBlocked = useHiddenReason(idMark(person.id)) === 'blocked'
  return (
    <PersonMenuItem
      Icon={BlockIcon}
      label={isBlocked ? `Unblock ${isolated(person.name)}` : `Block ${isolated(person.name)}`}
      onPress={isBlocked ? onUnblock : onBlock}
    />
  )
}

export interface PersonSheetProps {
  person: Person
  /** Begins with the question whether to block the person. */
  asksToBlock?: boolean
  onClose: () => void
}

export function PersonSheet({ person, asksToBlock = false, onClose }: PersonSheetProps) {
  const [isBlocking, setBlocking] = useState(asksToBlock)
  return (
    <Dialog
      title={isBlocking ? `Block ${isolated(person.name)}?` : isolated(person.name)}
      width="narrow"
      hasBar
      isSheet
      onClose={onClose}
    >
      {isBlocking ? (
        <ConfirmBlock person={person} onBack={() => setBlocking(false)} />
      ) : (
        <div className="sheet-items">
          <ReportPerson person={person} />
          <BlockItem person={person} onBlock={() => setBlocking(true)} />
        </div>
      )}
    </Dialog>
  )
}
