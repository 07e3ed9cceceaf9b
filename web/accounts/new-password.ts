import * as z from 'zod/mini'

/** What is typed where somebody chooses a password. */
export interface NewPasswordValues {
  password: string
  confirmPassword: string
}

export const passwordsMatch = z.refine<NewPasswordValues>(
  ({ password, confirmPassword }) => password === confirmPassword,
  {
    path: ['confirmPassword'],
    message: "Passwords don't match",
    // Said as soon as both are typed, whatever else is still wrong.
    when: () => true,
  },
)
