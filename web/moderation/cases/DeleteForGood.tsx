import { useQueryClient } from '@tanstack/react-query'
import { isolated } from '#contract/isolated.ts'
import { useState } from 'react'
import { useApi } from '#web/platform/api/api-context.ts'
import { isProofDeclined } from '#web/platform/api/client.ts'
import { messageOf } from '#web/platform/forms/use-zod-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { ConfirmDialog } from '#web/platform/ui/dialogs/ConfirmDialog.tsx'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { STAFF_KEY } from '#web/moderation/staff/queries.ts'

const THINGS = {
  deleteListing: {
    text: 'Delete for good',
    about:
      'This deletes the listing, its photos and its reviews. If you might restore it later, remove it instead.',
  },
  deletePerson: {
    text: 'Delete account',
    about:
      'This deletes the account, its listings and all personal data. If you might undo it later, ban instead.',
  },
} as const

interface DeleteForGoodProps {
  name: keyof typeof THINGS
  id: string
  title: string
  /** Leads away from the screen of the deleted item, which cannot be read any more. */
  onDeleted?: () => void
}

/** Deletes an item for good; only for administrators, who prove their identity again. */
export function DeleteForGood({ name, id, title, onDeleted }: DeleteForGoodProps) {
  const api = useApi()
  const queryClient = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const { text, about } = THINGS[name]

  async function remove() {
    try {
      await api.call(name, { params: { id } })
    } catch (error) {
      return isProofDeclined(error) ? 'Nothing was deleted.' : messageOf(error)
    }
    showToast(`‘${isolated(title)}’ was deleted`)
    if (onDeleted) {
      queryClient.removeQueries({ queryKey: STAFF_KEY })
      onDeleted()
    } else void queryClient.invalidateQueries({ queryKey: STAFF_KEY })
  }

  return (
    <>
      <Button look="danger" className="mt-2" onClick={() => setOpen(true)}>
        {text}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={`Delete ‘${isolated(title)}’?`}
          action="Delete"
          busy="Deleting…"
          isDanger
          onConfirm={remove}
          onClose={() => setOpen(false)}
        >
          <p className="mt-2">{about}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
