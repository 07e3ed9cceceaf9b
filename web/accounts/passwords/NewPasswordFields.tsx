import type { UseFormRegisterReturn } from 'react-hook-form'
import { fieldOf } from '#web/platform/forms/use-zod-form.ts'
import { PasswordField } from '#web/platform/forms/Field.tsx'
import type { NewPasswordValues } from './new-password.ts'
import { PasswordStrength } from './PasswordStrength.tsx'

interface NewPasswordFieldsProps {
  /** What the first of the two is called. */
  label: string
  /** Any form with both fields. */
  form: {
    register: (name: keyof NewPasswordValues) => UseFormRegisterReturn
    watch: (name: 'password') => string
    formState: { errors: object }
  }
}

/** A new password, how strong it is, and the same once more. */
export function NewPasswordFields({ label, form }: NewPasswordFieldsProps) {
  return (
    <>
      <div>
        <PasswordField label={label} autoComplete="new-password" {...fieldOf(form, 'password')} />
        <PasswordStrength password={form.watch('password')} />
      </div>
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        {...fieldOf(form, 'confirmPassword')}
      />
    </>
  )
}
