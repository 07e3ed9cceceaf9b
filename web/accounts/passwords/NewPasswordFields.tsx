import type { UseFormRegisterReturn } from 'react-hook-form'
import { fieldOf } from '#web/platform/forms/use-zod-form.ts'
import { PasswordField } from '#web/platform/forms/Field.tsx'
import type { NewPasswordValues } from './new-password.ts'
import { PasswordStrength } from './PasswordStrength.tsx'

interface NewPasswordFieldsProps {
  /** Label of the first field. */
  label: string
  /** Any form with both fields. */
  form: {
    register: (name: keyof NewPasswordValues) => UseFormRegisterReturn
    watch: (name: 'password') => string
    formState: { errors: object }
  }
}

/** A new password with its strength, and the same password again. */
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
