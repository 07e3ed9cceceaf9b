import type { ReactNode } from 'react'
import { Dialog, dialogOf } from '#web/ui/Dialog.tsx'

interface Answer {
  text: string
  onChoose: () => void
  isDanger?: boolean
}

interface AskDialogProps {
  title: string
  children: ReactNode
  /** The first one is safe and stands out. */
  answers: Answer[]
  /** Called whenever the dialog is gone, with an answer or without. */
  onClose: () => void
}

const lookOf = (isDanger: boolean | undefined, place: number) => {
  if (isDanger) return 'button-danger'
  return place === 0 ? 'button-primary' : 'button-quiet'
}

/** A question before something may be lost. */
export function AskDialog({ title, children, answers, onClose }: AskDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="mt-2">{children}</div>
      <div className="mt-5 grid gap-2">
        {answers.map(({ text, onChoose, isDanger }, place) => (
          <button
            key={text}
            type="button"
            className={`button ${lookOf(isDanger, place)}`}
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
