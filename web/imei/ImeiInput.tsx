import { Field } from '#web/platform/forms/Field.tsx'

interface ImeiInputProps {
  label: string
  value: string
  error: string | undefined
  hint?: string
  onText: (text: string) => void
}

export const ImeiInput = ({ label, value, error, hint, onText }: ImeiInputProps) => (
  <Field
    label={label}
    inputMode="numeric"
    autoComplete="off"
    value={value}
    error={error}
    hint={hint ?? 'Dial *#06# on the phone to see it.'}
    onChange={(event) => onText(event.target.value)}
  />
)
