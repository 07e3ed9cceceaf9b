import type { ComponentProps } from 'react'
import { FieldNote, useFieldIds } from './Field.tsx'

interface CountedFieldProps extends ComponentProps<'input'> {
  label: string
  error?: string
  /** What is in it now, for the counter. */
  length: number
  most: number
}

/** One line that says how much room is left. */
export function CountedField({ label, error, length, most, ...input }: CountedFieldProps) {
  const { noteId, control } = useFieldIds({ error })
  const counterId = `${control.id}-counter`
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
      <input
        {...control}
        {...input}
        aria-describedby={[noteId, counterId].filter(Boolean).join(' ')}
        className="field mt-1"
      />
      <FieldNote id={noteId} error={error} />
    </div>
  )
}
