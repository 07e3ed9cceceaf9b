// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { NewPassword } from '#contract/accounts.ts'
import { useZodForm } from '#web/forms/use-zod-form.ts'
import { passwordsMatch } from './new-password.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'

const Fields = z
  .object({ name: z.string().check(z.minLength(1)), password: NewPassword, confirmPassword: z.string() })
  .check(passwordsMatch)

function Form() {
  return (
    <NewPasswordFields
      label="New password"
      form={useZodForm(Fields, { name: '', password: '', confirmPassword: '' })}
    />
  )
}

it('tells how strong a password is, and as soon as both are typed that they differ', async () => {
  const person = userEvent.setup()
  render(<Form />)
  await person.type(screen.getByLabelText('New password'), 'Kente-2024')
  expect(screen.getByText('Password strength: Strong')).toBeDefined()
  await person.type(screen.getByLabelText('Confirm password'), 'Kente-2025')
  await person.tab()
  expect(await screen.findByText("Passwords don't match")).toBeDefined()

  await person.clear(screen.getByLabelText('Confirm password'))
  await person.type(screen.getByLabelText('Confirm password'), 'Kente-2024')
  expect(screen.queryByText("Passwords don't match")).toBeNull()
})
