import * as z from 'zod/mini'

export interface NewPasswordValues {
  password: string
  confirmPassword: string
}

const SamePasswords = z.object({ password: z.string(), confirmPassword: z.string() }).check(
  z.refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    message: "Passwords don't match",
  }),
)

/**
 * Fields of a form with a new password, which is typed twice. The two checks run separately, so that a
 * mismatch is reported even if other fields are wrong.
 */
export const withConfirmation = <Fields extends z.ZodMiniType<{ password: string }>>(fields: Fields) =>
  z.intersection(fields, SamePasswords)
