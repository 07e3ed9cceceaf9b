import type { ComponentProps } from 'react'
import { FieldNote, useFieldIds } from './Field.tsx'

interface Counted {
  label: string
  error?: string
  length: number
  most: number
}

type Control = ComponentProps<'input'> | (ComponentProps<'textarea'> & { rows: number })

/** A text field that shows how many characters are used. With `rows` it has several lines. */
export function CountedField({ label, error, length, most, ...controlProps }: Counted & Control) {
  const { noteId, control } = useFieldIds({ error })
  const counterId = `${control.id}-counter`
  const described = { ...control, 'aria-describedby': [noteId, counterId].filter(Boolean).join(' ') }
  return (
    <div>
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={control.id} className="text-sm font-semibold">
          {label}
        </label>
        <span id={counterId} className={`text-sm ${length > most ? 'text-danger' : 'text-muted'}`}>
          {`${length} / ${most}`}
          <span className="sr-only"> characters</span>
        </span>
      </div>
      {'rows' in controlProps ? (
        <textarea dir="auto" {...controlProps} {...described} className="field mt-1 resize-y" />
      ) : (
        <input dir="auto" {...controlProps} {...described} className="field mt-1" />
      )}
      <FieldNote id={noteId} error={error} />
    </div>
  )
}
