import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { NewPassword, Registration } from '#contract/accounts/accounts.ts'
import { useZodForm } from '#web/platform/forms/use-zod-form.ts'
import { withConfirmation } from './new-password.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'

const Fields = withConfirmation(z.object({ name: z.string().check(z.minLength(1)), password: NewPassword }))

function Form() {
  return (
    <NewPasswordFields
      label="New password"
      form={useZodForm(Fields, { name: '', password: '', confirmPassword: '' })}
    />
  )
}

it("shows the password's strength, and a mismatch once both are typed", async () => {
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

it('reports a mismatch together with all other errors', () => {
  const { error } = withConfirmation(Registration).safeParse({
    name: '',
    email: 'ama',
    password: 'short',
    confirmPassword: 'other',
  })
  expect(new Set(error?.issues.map(({ path }) => path.join('.')))).toEqual(
    new Set(['name', 'email', 'password', 'terms', 'confirmPassword']),
  )
})
