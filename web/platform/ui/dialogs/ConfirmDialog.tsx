import { type ReactNode, useState } from 'react'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog, dialogOf } from './Dialog.tsx'

interface ConfirmDialogProps {
  title: string
  /** Facts or choices before the confirmation. */
  children: ReactNode
  /** Text on the button that confirms; `busy` replaces it while the action runs. */
  action: string
  busy: string
  isDanger?: boolean
  /** Resolves to an error message; otherwise the dialog closes. */
  onConfirm: () => Promise<string | undefined>
  onClose: () => void
}

/** Requires a confirmation before an action, and stays open if that fails. */
export function ConfirmDialog({ title, children, isDanger, onClose, ...props }: ConfirmDialogProps) {
  const { action, busy, onConfirm } = props
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function confirm(dialog: HTMLDialogElement | null) {
    setIsBusy(true)
    setFailure(undefined)
    const problem = await onConfirm()
    if (problem === undefined) {
      dialog?.close()
      return
    }
    setFailure(problem)
    setIsBusy(false)
  }

  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <p role="alert" className="mt-2 text-danger empty:hidden">
        {failure}
      </p>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button onClick={(event) => dialogOf(event)?.close()}>Cancel</Button>
        <button
          type="button"
          className={`button ${isDanger ? 'button-danger' : 'button-primary'}`}
          aria-disabled={isBusy}
          onClick={(event) => isBusy || void confirm(dialogOf(event))}
        >
          {isBusy ? busy : action}
        </button>
      </div>
    </Dialog>
  )
}
