import type { ContactField as Name } from './contact-message.ts'

interface ContactFieldProps {
  name: Name
  label: string
  error?: string
  type?: 'text' | 'email'
  autoComplete?: string
  maxLength: number
  multiline?: boolean
}

export function ContactField({
  name,
  label,
  error,
  type = 'text',
  multiline = false,
  ...rest
}: ContactFieldProps) {
  const errorId = `${name}-error`
  const shared = {
    id: name,
    name,
    required: true,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? errorId : undefined,
    ...rest,
  }
  return (
    <div>
      <label htmlFor={name}>{label}</label>
      {multiline ? (
        <textarea dir="auto" className="field min-h-[120px] resize-y" rows={5} {...shared} />
      ) : (
        <input dir="auto" className="field" type={type} {...shared} />
      )}
      {error ? (
        <p id={errorId} className="mt-1 text-[0.875rem] text-danger">
          {error}
        </p>
      ) : null}
    </div>
  )
}
