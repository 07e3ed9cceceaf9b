import type { ReactNode } from 'react'
import { Dialog, dialogOf } from '#web/platform/ui/dialogs/Dialog.tsx'

interface Answer {
  text: string
  onChoose: () => void
  isDanger?: boolean
}

interface ChoiceDialogProps {
  title: string
  children: ReactNode
  /** The first answer is safe and emphasised. */
  answers: Answer[]
  /** Called whenever the dialog closes, with an answer or without. */
  onClose: () => void
}

const buttonLook = (isDanger: boolean | undefined, index: number) => {
  if (isDanger) return 'button-danger'
  return index === 0 ? 'button-primary' : 'button-quiet'
}

export function ChoiceDialog({ title, children, answers, onClose }: ChoiceDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="mt-2">{children}</div>
      <div className="mt-5 grid gap-2">
        {answers.map(({ text, onChoose, isDanger }, index) => (
          <button
            key={text}
            type="button"
            className={`button ${buttonLook(isDanger, index)}`}
            onClick={(event) => {
              dialogOf(event)?.close()
              onChoose()
            }}
          >
            {text}
          </button>
        ))}
      </div>
    </Dialog>
  )
}
