import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { DELETE_WORD } from '#contract/limits.ts'
import { emitAuthEvent } from '#web/accounts/sessions/session-store.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { ApiError, isProofDeclined } from '#web/platform/api/client.ts'
import { Field } from '#web/platform/forms/Field.tsx'
import { Form } from '#web/platform/forms/Form.tsx'
import { fieldOf, showProblem, useZodForm } from '#web/platform/forms/use-zod-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog, dialogOf } from '#web/platform/ui/dialogs/Dialog.tsx'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { remainsQuery } from './queries.ts'
import { Remains } from './Remains.tsx'
import { useLeave } from './use-leave.ts'

const FAILED = 'Failed to delete account. Please try again or contact support.'

const Fields = z.object({
  word: z.string().check(
    z.trim(),
    z.refine((word) => word === DELETE_WORD, `Type ${DELETE_WORD} to continue`),
  ),
})

function DeleteForm({ isReady }: { isReady: boolean }) {
  const api = useApi()
  const leave = useLeave()
  const form = useZodForm(Fields, { word: '' })
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState
  const isDeleted = isSubmitSuccessful && !errors.root

  async function remove() {
    emitAuthEvent('signing-out')
    try {
      await api.call('deleteAccount', {})
      showToast('Account deleted')
      leave()
    } catch (error) {
      emitAuthEvent('signed-in')
      if (isProofDeclined(error)) return showProblem(form, error)
      const isMissing = error instanceof ApiError && error.status === 404
      showToast(isMissing ? error.message : FAILED)
      form.setError('root', { message: error instanceof ApiError ? error.message : FAILED })
    }
  }

  const submit = form.handleSubmit(remove)

  return (
    <Form form={form} onSubmit={submit} className="mt-4 grid gap-4">
      <Field
        label={`Type ${DELETE_WORD} to confirm`}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        {...fieldOf(form, 'word')}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button disabled={isDeleted} onClick={(event) => dialogOf(event)?.close()}>
          Cancel
        </Button>
        <Button
          type="submit"
          look="danger"
          disabled={isDeleted || !isReady}
          busy={isSubmitting && 'Deleting…'}
        >
          Delete my account
        </Button>
      </div>
    </Form>
  )
}

/**
 * Requires a confirmation before everything is deleted, and a proof of identity from people whose sign-in is
 * a while ago.
 */
export function DeleteAccountDialog({ personId, onClose }: { personId: string; onClose: () => void }) {
  const { data, isPending } = useQuery(remainsQuery(useApi(), personId))
  return (
    <Dialog
      title="Delete your account?"
      text="We delete your account, profile, listings and photos at once. You cannot undo this."
      closedby="closerequest"
      onClose={onClose}
    >
      {!isPending && <Remains remains={data} />}
      <DeleteForm isReady={!isPending} />
    </Dialog>
  )
}
