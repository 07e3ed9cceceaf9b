import { useState } from 'react'
import { type CancelReason, cancelReasonsOf, type Role } from '#contract/agreements/steps.ts'
import { isolated } from '#contract/isolated.ts'
import { FieldNote, useFieldIds } from '#web/platform/forms/Field.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog, dialogOf } from '#web/platform/ui/dialogs/Dialog.tsx'

interface CancelSheetProps {
  role: Role
  /** Name of the other person. */
  other: string
  onCancel: (reason: CancelReason) => void
  onClose: () => void
}

/** The reason why somebody cancels, which the other person reads. */
export function CancelSheet({ role, other, onCancel, onClose }: CancelSheetProps) {
  const [reason, setReason] = useState<CancelReason>()
  const [problem, setProblem] = useState<string>()
  const { noteId } = useFieldIds({ error: problem })
  return (
    <Dialog title="Why do you cancel?" hasBar isSheet onClose={onClose}>
      <div className="grid gap-3 p-4">
        <div role="group" aria-label="Reason" aria-describedby={noteId} className="flex flex-wrap gap-2">
          {cancelReasonsOf(role).map(({ name, label }) => (
            <Button
              key={name}
              look="chip"
              aria-pressed={name === reason}
              onClick={() => {
                setReason(name)
                setProblem(undefined)
              }}
            >
              {label}
            </Button>
          ))}
        </div>
        <div role="alert">
          <FieldNote id={noteId} error={problem} />
        </div>
        <p className="text-sm text-muted">{`${isolated(other)} reads your reason.`}</p>
        <Button
          look="danger"
          onClick={(event) => {
            if (!reason) return setProblem('Choose a reason')
            onCancel(reason)
            return dialogOf(event)?.close()
          }}
        >
          Cancel the reservation
        </Button>
      </div>
    </Dialog>
  )
}
