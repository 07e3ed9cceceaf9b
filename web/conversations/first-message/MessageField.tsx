import type { Ref } from 'react'
import { FieldNote, useFieldIds } from '#web/platform/forms/Field.tsx'
import { BUYER_LINES } from './buyer-lines.ts'

interface MessageFieldProps {
  text: string
  problem: string | undefined
  onText: (text: string) => void
  ref: Ref<HTMLTextAreaElement>
}

/** The message to the seller, typed or chosen from lines. */
export function MessageField({ text, problem, onText, ref }: MessageFieldProps) {
  const { control, noteId } = useFieldIds({ error: problem })
  return (
    <div>
      <label htmlFor={control.id} className="text-sm font-semibold">
        Message
      </label>
      <textarea
        dir="auto"
        {...control}
        ref={ref}
        rows={2}
        className="field mt-1"
        value={text}
        onChange={({ target }) => onText(target.value)}
      />
      <FieldNote id={noteId} error={problem} />
      <div role="group" aria-label="Quick choices" className="mt-2 flex gap-2 overflow-x-auto md:flex-wrap">
        {BUYER_LINES.map((line) => (
          <button
            key={line}
            type="button"
            className="chip shrink-0"
            aria-pressed={line === text}
            onClick={() => onText(line)}
          >
            {line}
          </button>
        ))}
      </div>
    </div>
  )
}
