import * as z from 'zod/mini'
import { DELETE_WORD } from '#contract/limits.ts'
import { tellAuthEvent } from '#web/accounts/session-store.ts'
import { useApi } from '#web/api/api-context.ts'
import { ApiError } from '#web/api/client.ts'
import { Field, PasswordField } from '#web/forms/Field.tsx'
import { FormError } from '#web/forms/FormError.tsx'
import { useZodForm } from '#web/forms/use-zod-form.ts'
import { Dialog, dialogOf } from '#web/ui/Dialog.tsx'
import { showToast } from '#web/ui/toast.ts'
import { showProof } from './show-proof.ts'
import { useLeave } from './use-leave.ts'

const FAILED = 'Failed to delete account. Please try again or contact support.'

const PasswordProof = z.object({ proof: z.string().check(z.minLength(1, 'This field is required')) })
const WordProof = z.object({
  proof: z.string().check(
    z.trim(),
    z.refine((word) => word === DELETE_WORD, `Type ${DELETE_WORD} to go on`),
  ),
})

function DeleteForm({ hasPassword }: { hasPassword: boolean }) {
  const api = useApi()
  const leave = useLeave()
  const form = useZodForm(hasPassword ? PasswordProof : WordProof, { proof: '' })
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState
  const isGone = isSubmitSuccessful && !errors.root && !errors.proof

  async function remove() {
    tellAuthEvent('signing-out')
    try {
      await api.call('deleteAccount', {})
      showToast('Account deleted')
      leave()
    } catch (error) {
      tellAuthEvent('signed-in')
      const isNobody = error instanceof ApiError && error.status === 404
      showToast(isNobody ? error.message : FAILED)
      form.setError('root', { message: error instanceof ApiError ? error.message : FAILED })
    }
  }

  const submit = form.handleSubmit(async ({ proof }) => {
    const body = hasPassword ? { password: proof } : ({ word: DELETE_WORD } as const)
    try {
      await api.call('reauthenticate', { body })
    } catch (error) {
      showProof(form, error, 'proof')
      return
    }
    await remove()
  })

  const field = { error: errors.proof?.message, ...form.register('proof') }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="mt-4 grid gap-4">
      <FormError message={errors.root?.message} />
      {hasPassword ? (
        <PasswordField label="Current password" autoComplete="current-password" {...field} />
      ) : (
        <Field
          label={`Type ${DELETE_WORD} to confirm`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...field}
        />
      )}
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

interface DeleteAccountDialogProps {
  hasPassword: boolean
  onClose: () => void
}

/** Asks once more, and who it is, before everything goes. */
export const DeleteAccountDialog = ({ hasPassword, onClose }: DeleteAccountDialogProps) => (
  <Dialog
    title="Delete your account?"
    text="Your account, profile, listings and photos are removed at once. This cannot be undone."
    closedby="closerequest"
    onClose={onClose}
  >
    <DeleteForm hasPassword={hasPassword} />
  </Dialog>
)
