import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { showProof } from '#web/accounts/passwords/show-proof.ts'
import { TwoFactorCodeForm } from '#web/accounts/two-factor/TwoFactorCodeForm.tsx'
import { useApi } from '#web/platform/api/api-context.ts'
import { isProofDeclined, type Proof } from '#web/platform/api/client.ts'
import { PasswordField } from '#web/platform/forms/Field.tsx'
import { Form } from '#web/platform/forms/Form.tsx'
import { fieldOf, messageOf, useZodForm } from '#web/platform/forms/use-zod-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog, dialogOf } from '#web/platform/ui/dialogs/Dialog.tsx'
import { LoadFailure } from '#web/platform/ui/LoadFailure.tsx'
import { CodeProof } from './CodeProof.tsx'
import { noteProofRequest, onProofElsewhere } from './proof-elsewhere.ts'
import { settleProof } from './proof.ts'
import { useSession } from './session.ts'

const Fields = z.object({ password: z.string().check(z.minLength(1, 'This field is required')) })

function PasswordProof({ login }: { login: string }) {
  const api = useApi()
  const form = useZodForm(Fields, { password: '' })
  const { isSubmitting } = form.formState
  const { setFocus } = form
  useEffect(() => setFocus('password'), [setFocus])

  const submit = form.handleSubmit(async (body) => {
    try {
      await api.call('reauthenticate', { body })
      settleProof(true)
    } catch (error) {
      showProof(form, error, 'password')
    }
  })

  return (
    <Form form={form} onSubmit={submit} className="mt-4 grid gap-4">
      <input autoComplete="username" value={login} readOnly hidden />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        {...fieldOf(form, 'password')}
      />
      <Button type="submit" look="primary" busy={isSubmitting && 'Checking…'}>
        Confirm
      </Button>
    </Form>
  )
}

type Sending = { is: 'idle' | 'sending' | 'sent' } | { is: 'failed'; message: string }

/** Proof by a link, for people who have no password or do not remember it. */
function LinkProof({ email, isOnlyWay }: { email: string; isOnlyWay: boolean }) {
  const api = useApi()
  const [state, setState] = useState<Sending>({ is: 'idle' })

  async function send() {
    setState({ is: 'sending' })
    try {
      await api.call('requestProofLink', { body: {} })
      noteProofRequest()
      setState({ is: 'sent' })
    } catch (error) {
      setState({ is: 'failed', message: messageOf(error) })
    }
  }

  return (
    <div className="mt-4 grid gap-2">
      <button
        type="button"
        className={`button ${isOnlyWay ? 'button-primary' : 'button-quiet'}`}
        disabled={state.is === 'sending'}
        onClick={() => void send()}
      >
        {state.is === 'sending' ? 'Sending…' : 'Send me a link'}
      </button>
      <p role="status" className="text-sm text-muted">
        {state.is === 'sent' &&
          `We sent a link to ${email}. Open it in this browser and keep this page open. It continues by itself.`}
        {state.is === 'failed' && state.message}
      </p>
    </div>
  )
}

interface Account {
  email: string | null
  phone: string | null
  hasPassword: boolean
}

function Proofs({ email, phone, hasPassword }: Account) {
  const hasCode = phone !== null && !hasPassword
  return (
    <>
      {hasPassword && <PasswordProof login={email ?? phone ?? ''} />}
      {hasCode && <CodeProof phone={phone} />}
      {email !== null && <LinkProof email={email} isOnlyWay={!hasPassword && !hasCode} />}
    </>
  )
}

/** Proof by password, code or link, depending on the account. */
function IdentityProof({ personId }: { personId: string | undefined }) {
  const api = useApi()
  const query = useQuery({
    queryKey: ['proof', personId],
    queryFn: ({ signal }) => api.call('getAccount', {}, signal),
    meta: { personal: true },
  })
  return (
    <>
      {query.data && <Proofs {...query.data} />}
      {query.isPending && <div className="skeleton mt-4 h-40" aria-busy="true" />}
      {query.isError && !query.data && (
        <LoadFailure message="We could not load this" retry={() => void query.refetch()} />
      )}
      <div className="mt-2 flex justify-end">
        <Button onClick={(event) => dialogOf(event)?.close()}>Cancel</Button>
      </div>
    </>
  )
}

/** Proof for the calls of staff, for which a password is not enough. */
function SecondStepProof() {
  const api = useApi()
  const queryClient = useQueryClient()
  async function send(secondFactor: string) {
    await api.call('reauthenticate', { body: { secondFactor } })
    settleProof(true)
    const predicate = ({ state }: { state: { error: unknown } }) => isProofDeclined(state.error)
    void queryClient.refetchQueries({ type: 'active', predicate })
  }
  return (
    <TwoFactorCodeForm
      action="Confirm"
      busy="Checking…"
      failure="Failed to check the code"
      send={send}
      onCancel={(event) => dialogOf(event)?.close()}
    />
  )
}

const TEXTS = {
  identity: {
    title: 'Confirm that it is you',
    text: 'You logged in a while ago. This keeps others out of your account.',
  },
  'second-step': {
    title: 'Enter your code',
    text: 'You decide about other people, so we ask for a code once an hour and before serious decisions. Each code works once.',
  },
} as const

/** Requires a fresh proof before actions that a stranger at an open session must not be able to perform. */
export function ProofDialog({ proof }: { proof: Proof }) {
  const personId = useSession()?.user.id
  useEffect(() => (proof === 'identity' ? onProofElsewhere(() => settleProof(true)) : undefined), [proof])
  // Once the person has signed out, no proof is possible.
  useEffect(() => {
    if (personId === undefined) settleProof(false)
  }, [personId])

  return (
    <Dialog {...TEXTS[proof]} closedby="closerequest" onClose={() => settleProof(false)}>
      {proof === 'identity' ? <IdentityProof personId={personId} /> : <SecondStepProof />}
    </Dialog>
  )
}
