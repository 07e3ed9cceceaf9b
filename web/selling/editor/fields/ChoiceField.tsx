import type { UseFormRegisterReturn } from 'react-hook-form'
import { FieldNote, useFieldIds } from '#web/platform/forms/Field.tsx'

interface ChoiceFieldProps<Value extends string> {
  legend: string
  choices: readonly (readonly [value: Value, text: string])[]
  error?: string
  field: UseFormRegisterReturn
}

/** A choice between a few values, each one tap away. */
export function ChoiceField<Value extends string>({
  legend,
  choices,
  error,
  field,
}: ChoiceFieldProps<Value>) {
  const { noteId, control } = useFieldIds({ error })
  return (
    <fieldset aria-describedby={control['aria-describedby']}>
      <legend className="text-sm font-semibold">{legend}</legend>
      <div className="mt-1 flex flex-wrap gap-1 sm:gap-1.5">
        {choices.map(([value, text]) => (
          <label
            key={value}
            className={`chip relative cursor-pointer px-2 sm:px-2.5 ${error ? 'border-danger' : ''} has-checked:border-(--accent-solid) has-checked:bg-(--accent-solid) has-checked:text-(--on-accent) has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent`}
          >
            <input type="radio" value={value} className="sr-only" {...field} />
            {text}
          </label>
        ))}
      </div>
      <FieldNote id={noteId} error={error} />
    </fieldset>
  )
}
