import type { ComponentProps } from 'react'
import { Field } from '#web/platform/forms/Field.tsx'

/** Field for the code of a text message; phones fill it in by themselves. */
export const PhoneCodeField = (field: Omit<ComponentProps<typeof Field>, 'label'>) => (
  <Field
    label="Verification code"
    hint="The 4 digits in the text message."
    inputMode="numeric"
    autoComplete="one-time-code"
    maxLength={4}
    {...field}
  />
)
