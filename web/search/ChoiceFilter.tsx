import { useId } from 'react'

export type Options = readonly (readonly [value: string, text: string])[]

interface ChoiceFilterProps {
  label: string
  name: string
  formId: string | undefined
  value: string
  options: Options
  onChange: (value: string) => void
}

export function ChoiceFilter({ label, value, options, onChange, name, formId }: ChoiceFilterProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      <select
        id={id}
        name={name}
        form={formId}
        className="field mt-1"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map(([option, text]) => (
          // A value that equals its text would only make the page heavier.
          <option key={option} value={option === text ? undefined : option}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}
