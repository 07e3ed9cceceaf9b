import { type ComponentProps, type ReactNode, useId, useState } from 'react'

interface FieldProps extends ComponentProps<'input'> {
  label: string
  error?: string
  /** Shown below the field while there is no error. */
  hint?: string
}

interface Described {
  error?: string
  hint?: string
}

/** Ties a control to its label, hint and error for screen readers. */
export function useFieldIds({ error, hint }: Described) {
  const id = useId()
  const note = error || hint ? `${id}-note` : undefined
  return {
    id,
    noteId: note,
    control: { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': note },
  }
}

export function FieldNote({ id, error, hint }: Described & { id?: string }) {
  if (!error && !hint) return null
  return (
    <p id={id} className={`mt-1 text-sm ${error ? 'text-danger' : 'text-muted'}`}>
      {error || hint}
    </p>
  )
}

interface LabelledProps extends Described {
  label: string
  ids: ReturnType<typeof useFieldIds>
  className?: string
  children: ReactNode
}

/** A control below its label, with its error or hint. */
export const Labelled = ({ label, ids, error, hint, className, children }: LabelledProps) => (
  <div className={className}>
    <label htmlFor={ids.id} className="text-sm font-semibold">
      {label}
    </label>
    {children}
    <FieldNote id={ids.noteId} error={error} hint={hint} />
  </div>
)

export function Field({ label, error, hint, className, ...input }: FieldProps) {
  const ids = useFieldIds({ error, hint })
  return (
    <Labelled {...{ label, ids, error, hint, className }}>
      <input dir="auto" {...ids.control} {...input} className="field mt-1" />
    </Labelled>
  )
}

export function PasswordField({ label, error, hint, ...input }: Omit<FieldProps, 'type'>) {
  const [isShown, setIsShown] = useState(false)
  const ids = useFieldIds({ error, hint })
  return (
    <Labelled {...{ label, ids, error, hint }}>
      <div className="relative mt-1">
        <input {...ids.control} {...input} type={isShown ? 'text' : 'password'} className="field pr-16" />
        <button
          type="button"
          aria-pressed={isShown}
          aria-label={`Show ${label.toLowerCase()}`}
          className="absolute inset-y-0 right-0 px-3 text-sm font-semibold text-accent"
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? 'Hide' : 'Show'}
        </button>
      </div>
    </Labelled>
  )
}
