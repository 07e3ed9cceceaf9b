import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field, FieldNote, useFieldIds } from '#web/platform/forms/Field.tsx'
import { fieldOf } from '#web/platform/forms/use-zod-form.ts'
import { NewTabLink } from '#web/platform/ui/NewTabLink.tsx'

interface FieldsOf<Name extends string> {
  /** Any form with these fields. */
  form: { register: (name: Name) => UseFormRegisterReturn; formState: { errors: object } }
}

export const NameAndEmail = ({ form }: FieldsOf<'name' | 'email'>) => (
  <>
    <Field label="Name" autoComplete="name" enterKeyHint="next" {...fieldOf(form, 'name')} />
    <Field
      label="Email"
      type="email"
      autoComplete="email"
      inputMode="email"
      enterKeyHint="next"
      {...fieldOf(form, 'email')}
    />
  </>
)

/** What new people agree to, and what we store about them. */
export function Terms({ form }: FieldsOf<'terms'>) {
  const { error, ...field } = fieldOf(form, 'terms')
  const { control, noteId } = useFieldIds({ error })
  return (
    <>
      <div>
        <label className="flex min-h-11 items-center gap-3 text-sm">
          <input type="checkbox" className="size-5 shrink-0" {...control} {...field} />
          <span>
            I agree to the <NewTabLink href="/terms" text="terms and conditions" />
          </span>
        </label>
        <FieldNote id={noteId} error={error} />
      </div>
      <p className="text-sm text-muted">
        Our <NewTabLink href="/privacy" text="privacy policy" /> says what we store about you and why.
      </p>
    </>
  )
}
