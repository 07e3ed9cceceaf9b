import type { UseFormRegisterReturn } from 'react-hook-form'
import { FieldNote, useFieldIds } from '#web/platform/forms/Field.tsx'

type LinesFieldProps = UseFormRegisterReturn & {
  label: string
  hint: string
  error?: string
  autoCapitalize?: 'off'
}

/** A field of some lines, such as patterns or words, whose spelling is not checked. */
export function LinesField({ label, hint, error, ...field }: LinesFieldProps) {
  const { noteId, control } = useFieldIds({ error, hint })
  return (
    <div>
      <label htmlFor={control.id} className="text-sm font-semibold">
        {label}
      </label>
      <textarea
        dir="auto"
        {...control}
        {...field}
        rows={5}
        spellCheck={false}
        className="field mt-1 resize-y"
      />
      <FieldNote id={noteId} error={error} hint={hint} />
    </div>
  )
}
