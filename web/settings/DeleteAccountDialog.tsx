import * as z from 'zod/mini'
import { DELETE_WORD } from '#contract/limits.ts'
import { emitAuthEvent } from '#web/accounts/sessions/session-store.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { ApiError, isProofDeclined } from '#web/platform/api/client.ts'
import { Field } from '#web/platform/forms/Field.tsx'
import { FormError } from '#web/platform/forms/FormError.tsx'
import { showProblem, useZodForm } from '#web/platform/forms/use-zod-form.ts'
import { Dialog, dialogOf } from '#web/platform/ui/Dialog.tsx'
import { showToast } from '#web/platform/ui/toast.ts'
import { useLeave } from './use-leave.ts'

const FAILED = 'Failed to delete account. Please try again or contact support.'

const Fields = z.object({
  word: z.string().check(
    z.trim(),
    z.refine((word) => word === DELETE_WORD, `Type ${DELETE_WORD} to go on`),
  ),
})

function DeleteForm() {
  const api = useApi()
  const leave = useLeave()
  const form = useZodForm(Fields, { word: '' })
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState
  const isGone = isSubmitSuccessful && !errors.root

  async function remove() {
    emitAuthEvent('signing-out')
    try {
      await api.call('deleteAccount', {})
      showToast('Account deleted')
      leave()
    } catch (error) {
      emitAuthEvent('signed-in')
      if (isProofDeclined(error)) return showProblem(form, error)
      const isNobody = error instanceof ApiError && error.status === 404
      showToast(isNobody ? error.message : FAILED)
      form.setError('root', { message: error instanceof ApiError ? error.message : FAILED })
    }
  }

  const submit = form.handleSubmit(remove)

  return (
    <form method="post" onSubmit={(event) => void submit(event)} noValidate className="mt-4 grid gap-4">
      <FormError message={errors.root?.message} />
      <Field
        label={`Type ${DELETE_WORD} to confirm`}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={errors.word?.message}
        {...form.register('word')}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <button
          type="button"
          className="button button-quiet"
          disabled={isGone}
          onClick={(event) => dialogOf(event)?.close()}
        >
          Cancel
        </button>
        <button type="submit" className="button button-danger" disabled={isSubmitting || isGone}>
          {isSubmitting ? 'Deleting…' : 'Delete my account'}
        </button>
      </div>
    </form>
  )
}

/** Confirms before everything is deleted; a person who signed in a while ago must prove who they are as well. */
export const DeleteAccountDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog
    title="Delete your account?"
    text="Your account, profile, listings and photos are removed at once. This cannot be undone."
    closedby="closerequest"
    onClose={onClose}
  >
    <DeleteForm />
  </Dialog>
)
