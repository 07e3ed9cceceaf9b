import { useState } from 'react'
import { useNavigate } from '#web/platform/router/use-router.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import type { ApiClient } from '#web/platform/api/client.ts'
import type { PhotoUploads } from '#web/photos/uploading/use-photo-uploads.ts'
import { ChoiceDialog } from './ChoiceDialog.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import type { DraftSaver, SaverState } from '#web/selling/drafts/draft-saver.ts'
import { deleteListing } from '#web/selling/drafts/stored-listings.ts'
import type { ListingFormState } from './listing-form-type.ts'
import { whenNotSending } from '#web/selling/drafts/listing-queue.ts'
import { isBlank } from './listing-values.ts'
import { useLeaveGuard } from './use-leave-guard.ts'

interface EditorActionsProps {
  form: ListingFormState
  saver: DraftSaver
  saved: SaverState
  uploads: PhotoUploads
  /** State of the bulk upload's photos. */
  bulk: Pick<PhotoUploads, 'isBusy' | 'isUnstored'>
  stage: 'photos' | 'listing' | undefined
}

const busyText = ({ entries }: PhotoUploads) => {
  const sent = entries.filter(({ state }) => state === 'success').length
  return `Sending photos, ${sent} of ${entries.length}…`
}

function submitText({ saver, uploads, stage }: EditorActionsProps): string {
  const { isPublished } = saver.listing()
  if (stage === 'photos' && uploads.isBusy) return busyText(uploads)
  const isSeen = uploads.entries.some(({ photo }) => photo !== null)
  if (stage === 'photos' && !isSeen) return 'Preparing photos…'
  if (stage) return isPublished ? 'Saving…' : 'Publishing…'
  return isPublished ? 'Save changes' : 'Publish listing'
}

/**
 * Deletes the current version, because the draft saves itself while people type; a listing published elsewhere stays.
 */
async function deleteDraft(api: ApiClient, id: string): Promise<void> {
  const { status, version } = await api.call('getOwnProduct', { params: { id } })
  if (status !== 'draft') return
  await api.call('deleteProduct', { params: { id }, query: { version: String(version) } })
}

interface LeaveDialogProps extends EditorActionsProps {
  /** Address of the clicked link. */
  to: string
  onClose: () => void
  /** Called when a draft is about to be deleted. */
  onDelete: () => void
}

/** A confirmation before people leave a published listing with unsaved changes. */
function LeaveDialog({ saver, uploads, bulk, to, onClose }: LeaveDialogProps) {
  const navigate = useNavigate()
  const leave = () => navigate(to)
  const discard = () => {
    saver.abandon()
    void deleteListing(saver.listing().key)
    uploads.uploader.discard()
    leave()
  }
  const isSaved = saver.read().where === 'server'
  const isUnstored = uploads.isUnstored || bulk.isUnstored
  return (
    <ChoiceDialog
      title="Leave without saving?"
      onClose={onClose}
      answers={[
        { text: 'Stay here', onChoose: () => undefined },
        { text: 'Leave and keep my changes', onChoose: leave },
        ...(isSaved ? [] : [{ text: 'Discard my changes', onChoose: discard, isDanger: true }]),
      ]}
    >
      <p>
        {isUnstored && 'This device has no room for your photos. If you leave now, they are lost. '}
        {(uploads.isBusy || bulk.isBusy) &&
          !isUnstored &&
          'We are still sending photos, and continue when you come back. '}
        {!isSaved &&
          'Nobody sees your changes yet. They stay on this device until you come back to save them.'}
      </p>
    </ChoiceDialog>
  )
}

/** A choice of what to do with a cancelled draft. */
function CancelDialog({ saver, uploads, onClose, onDelete }: LeaveDialogProps) {
  const api = useApi()
  const navigate = useNavigate()
  const leave = () => navigate('/dashboard')

  async function remove() {
    onDelete()
    const { key, productId } = saver.listing()
    saver.abandon()
    await deleteListing(key)
    uploads.uploader.discard()
    // Another tab may be sending it and must stop first.
    await whenNotSending(key)
    // If the draft could not be deleted now, it is on the dashboard.
    if (productId !== null) {
      await deleteDraft(api, productId).catch(() => undefined)
    }
    leave()
  }

  return (
    <ChoiceDialog
      title="Keep this draft?"
      onClose={onClose}
      answers={[
        { text: 'Keep draft', onChoose: leave },
        { text: 'Continue editing', onChoose: () => undefined },
        { text: 'Delete draft', onChoose: () => void remove(), isDanger: true },
      ]}
    >
      <p>You can finish it any time from the dashboard or from Sell Something.</p>
    </ChoiceDialog>
  )
}

/** 'Cancel' and the main button, always within the thumb's reach. */
export function EditorActions(props: EditorActionsProps) {
  const { form, saver, saved, uploads, bulk, stage } = props
  const navigate = useNavigate()
  const [leavingTo, setLeavingTo] = useState<string>()
  const [isDeleting, setIsDeleting] = useState(false)
  const { isPublished } = saver.listing()
  const isChanged = isPublished ? saved.where !== 'server' : saved.where === 'screen'
  const isLost = isChanged || uploads.isUnstored || bulk.isUnstored
  const isBusy = uploads.isBusy || bulk.isBusy
  const isLeaving = isDeleting || stage !== undefined
  useLeaveGuard({ isActive: !isLeaving && (isLost || isBusy), isLost, onLeave: setLeavingTo })

  function cancel() {
    const mustConfirm = isPublished
      ? isLost || isBusy
      : isLost || !isBlank(form.getValues()) || uploads.entries.length > 0
    if (mustConfirm) setLeavingTo('/dashboard')
    else navigate('/dashboard')
  }

  const Dialog = isPublished || leavingTo !== '/dashboard' ? LeaveDialog : CancelDialog
  return (
    <div className="listing-actions">
      <Button busy={isDeleting && 'Deleting…'} onClick={cancel}>
        Cancel
      </Button>
      <Button type="submit" look="primary" disabled={isLeaving}>
        {submitText(props)}
      </Button>
      {leavingTo && (
        <Dialog
          {...props}
          to={leavingTo}
          onClose={() => setLeavingTo(undefined)}
          onDelete={() => setIsDeleting(true)}
        />
      )}
    </div>
  )
}
