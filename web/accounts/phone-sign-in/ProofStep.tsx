import { useState } from 'react'
import * as z from 'zod/mini'
import type { PhoneNeeds } from '#contract/accounts/phone-sign-in.ts'
import { usePublicConfig } from '#web/platform/config/public-config.ts'
import { PasswordField } from '#web/platform/forms/Field.tsx'
import { Form } from '#web/platform/forms/Form.tsx'
import { FormError } from '#web/platform/forms/FormError.tsx'
import { fieldOf, messageOf, submitTo, useZodForm } from '#web/platform/forms/use-zod-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { formatDate } from '#web/platform/ui/time/dates.ts'
import { useNow } from '#web/platform/ui/time/clock.ts'

const Fields = z.object({ password: z.string().check(z.minLength(1, 'This field is required')) })

interface ProofStepProps {
  needs: PhoneNeeds
  send: (said: { password?: string; wait?: true }) => Promise<unknown>
  onEmail: () => void
  /** Leaves that account and creates another. */
  onNew: () => Promise<unknown>
}

function Password({ send }: Pick<ProofStepProps, 'send'>) {
  const form = useZodForm(Fields, { password: '' })
  const submit = submitTo(form, ({ password }) => send({ password }))
  return (
    <Form form={form} onSubmit={submit} className="grid gap-4">
      <PasswordField label="Password" autoComplete="current-password" {...fieldOf(form, 'password')} />
      <Button type="submit" look="primary" busy={form.formState.isSubmitting && 'Logging in…'}>
        Log in
      </Button>
    </Form>
  )
}

function WaitsUntil({ opensAt }: { opensAt: string }) {
  const now = useNow()
  const { timeZone } = usePublicConfig()
  return (
    <p role="status">
      If nobody uses the account before {formatDate(opensAt, now, timeZone)}, a code is enough from then on.
      Come back then and log in with your number.
    </p>
  )
}

/** Numbers change their owners, so a number alone does not open its account. */
export function ProofStep({ needs: { password, email, opensAt }, send, onEmail, onNew }: ProofStepProps) {
  const [failure, setFailure] = useState<string>()
  const act = (action: () => Promise<unknown>) => {
    action().catch((error) => setFailure(messageOf(error)))
  }
  return (
    <>
      <h2 className="text-lg font-bold">Is this account yours?</h2>
      <p role="status">
        Your number is verified, and an account already has it. Numbers get new owners, so please show that
        the account is yours.
      </p>
      {password && <Password send={send} />}
      {email && <Button onClick={onEmail}>Log in with its e-mail address</Button>}
      {opensAt === null ? (
        <Button onClick={() => act(() => send({ wait: true }))}>Wait seven days</Button>
      ) : (
        <WaitsUntil opensAt={opensAt} />
      )}
      <FormError message={failure} />
      <Button onClick={() => act(onNew)}>Not mine: create a new account</Button>
    </>
  )
}
