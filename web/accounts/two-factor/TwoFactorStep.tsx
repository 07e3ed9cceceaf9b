import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import type { Session } from '#contract/accounts/accounts.ts'
import { AppCode, RecoveryCode } from '#contract/accounts/two-factor.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { statusOf } from '#web/platform/api/client.ts'
import { Field } from '#web/platform/forms/Field.tsx'
import { Form } from '#web/platform/forms/Form.tsx'
import { fieldOf, messageOf, submitTo, useZodForm } from '#web/platform/forms/use-zod-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'

const METHODS = {
  app: {
    schema: z.object({ code: AppCode }),
    label: 'Verification code',
    hint: 'The 6 digits that your authenticator app shows now.',
    // There is no maxLength, so that '123 456' can be pasted.
    input: { inputMode: 'numeric', autoComplete: 'one-time-code' },
    other: 'Use a recovery code instead',
  },
  recovery: {
    schema: z.object({ code: RecoveryCode }),
    label: 'Recovery code',
    hint: 'Each of your recovery codes works once.',
    input: { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false },
    other: 'Use your authenticator app instead',
  },
} as const
type Method = keyof typeof METHODS

interface StepProps {
  /** Result of the first step: a password, a link or a provider. */
  challenge: string
  onSession: (session: Session) => void
  onBack: () => void
}

function CodeForm({
  method,
  challenge,
  onSession,
}: Pick<StepProps, 'challenge' | 'onSession'> & { method: Method }) {
  const api = useApi()
  const { schema, label, hint, input } = METHODS[method]
  const form = useZodForm(schema, { code: '' })
  const { isSubmitting, isSubmitSuccessful } = form.formState
  const { setFocus } = form
  useEffect(() => setFocus('code'), [setFocus])

  const submit = submitTo(
    form,
    async ({ code }) => {
      const { session } = await api.call('verifyTwoFactor', { body: { challenge, code } })
      if (session) onSession(session)
    },
    (error) => {
      if (method === 'app' && statusOf(error) === 429)
        form.setError('root', { message: `${messageOf(error)} A recovery code still works.` })
    },
  )

  return (
    <Form form={form} onSubmit={submit} className="grid gap-4">
      <Field label={label} hint={hint} {...input} {...fieldOf(form, 'code')} />
      <Button type="submit" look="primary" disabled={isSubmitSuccessful} busy={isSubmitting && 'Checking…'}>
        Verify
      </Button>
    </Form>
  )
}

export function TwoFactorStep({ challenge, onSession, onBack }: StepProps) {
  const [method, setMethod] = useState<Method>('app')
  return (
    <div className="grid gap-4">
      <h2 className="text-lg font-bold">Two-factor login</h2>
      <CodeForm key={method} method={method} challenge={challenge} onSession={onSession} />
      <div className="flex flex-wrap justify-between gap-x-4">
        <button
          type="button"
          className="link min-h-11 text-sm"
          onClick={() => setMethod(method === 'app' ? 'recovery' : 'app')}
        >
          {METHODS[method].other}
        </button>
        <button type="button" className="link min-h-11 text-sm" onClick={onBack}>
          Back to login
        </button>
      </div>
    </div>
  )
}
