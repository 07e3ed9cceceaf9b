import type { ComponentProps } from 'react'
import { Labelled, useFieldIds } from './Field.tsx'

interface SelectFieldProps extends ComponentProps<'select'> {
  label: string
  /** First entry, which means that nothing is chosen. */
  prompt?: string
  options: readonly (readonly [value: string, text: string])[]
  error?: string
  hint?: string
}

/** A choice from many, with the phone's own list. */
export function SelectField({ label, prompt, options, error, hint, ...select }: SelectFieldProps) {
  const ids = useFieldIds({ error, hint })
  return (
    <Labelled {...{ label, ids, error, hint }}>
      <select {...ids.control} {...select} className="field mt-1">
        {prompt && <option value="">{prompt}</option>}
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </Labelled>
  )
}
