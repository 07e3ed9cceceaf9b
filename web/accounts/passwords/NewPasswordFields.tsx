import type { UseFormRegisterReturn } from 'react-hook-form'
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
    formState: {
      errors: { [Name in keyof NewPasswordValues]?: { message?: string | undefined } | undefined }
    }
  }
}

/** A new password, how strong it is, and the same once more. */
export function NewPasswordFields({ label, form }: NewPasswordFieldsProps) {
  const { errors } = form.formState
  return (
    <>
      <div>
        <PasswordField
          label={label}
          autoComplete="new-password"
          error={errors.password?.message}
          {...form.register('password')}
        />
        <PasswordStrength password={form.watch('password')} />
      </div>
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...form.register('confirmPassword')}
      />
    </>
  )
}
