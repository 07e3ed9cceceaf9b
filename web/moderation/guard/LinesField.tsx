import type { UseFormRegisterReturn } from 'react-hook-form'
import { Labelled, useFieldIds } from '#web/platform/forms/Field.tsx'

type LinesFieldProps = UseFormRegisterReturn & {
  label: string
  hint: string
  error?: string
  autoCapitalize?: 'off'
}

/** A field of some lines, such as patterns or words, whose spelling is not checked. */
export function LinesField({ label, hint, error, ...field }: LinesFieldProps) {
  const ids = useFieldIds({ error, hint })
  return (
    <Labelled {...{ label, ids, error, hint }}>
      <textarea
        dir="auto"
        {...ids.control}
        {...field}
        rows={5}
        spellCheck={false}
        className="field mt-1 resize-y"
      />
    </Labelled>
  )
}
