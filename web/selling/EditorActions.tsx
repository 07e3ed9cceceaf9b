import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useApi } from '#web/api/api-context.ts'
import type { PhotoUploads } from '#web/photos/use-photo-uploads.ts'
import { AskDialog } from './AskDialog.tsx'
import type { DraftSaver, SaverState } from './draft-saver.ts'
import { forgetListing } from './kept-listings.ts'
import type { ListingFormState } from './listing-form-type.ts'
import { isBlank } from './listing-values.ts'
import { useLeaveGuard } from './use-leave-guard.ts'

interface EditorActionsProps {
  personId: string
  form: ListingFormState
  saver: DraftSaver
  saved: SaverState
  uploads: PhotoUploads
  stage: 'photos' | 'listing' | undefined
}

const busyText = ({ entries }: PhotoUploads) => {
  const sent = entries.filter(({ state }) => state === 'success').length
  return `Sending photos, ${sent} of ${entries.length}…`
}

function submitText({ saver, uploads, stage }: EditorActionsProps): string {
  const { isPublished } = saver.kept()
  if (stage === 'photos' && uploads.isBusy) return busyText(uploads)
  const isSeen = uploads.entries.some(({ photo }) => photo !== null)
  if (stage === 'photos' && !isSeen) return 'Preparing photos…'
  if (stage) return isPublished ? 'Saving…' : 'Publishing…'
  return isPublished ? 'Save changes' : 'Publish listing'
}

interface LeaveDialogProps extends EditorActionsProps {
  /** Where the click led. */
  to: string
  onClose: () => void
}

/** Asks before changes of a published listing are left behind. */
function LeaveDialog({ personId, saver, uploads, to, onClose }: LeaveDialogProps) {
  const navigate = useNavigate()
  const leave = () => void navigate(to)
  const discard = () => {
    forgetListing(personId, saver.kept().key)
    saver.abandon()
    leave()
  }
  const isSaved = saver.read().place === 'server'
  return (
    <AskDialog
      title="Leave without saving?"
      onClose={onClose}
      answers={[
        { text: 'Stay here', onChoose: () => undefined },
        { text: 'Leave, keep my changes for later', onChoose: leave },
        ...(isSaved ? [] : [{ text: 'Discard my changes', onChoose: discard, isDanger: true }]),
      ]}
    >
      <p>
        {uploads.isBusy && 'Photos are still on their way and go on when you come back. '}
        {!isSaved &&
          'Nobody sees your changes yet. They stay on this device until you come back to save them.'}
      </p>
    </AskDialog>
  )
}

/** Asks what becomes of a draft that is cancelled. */
function CancelDialog({ personId, saver, onClose }: LeaveDialogProps) {
  const api = useApi()
  const navigate = useNavigate()
  const leave = () => void navigate('/dashboard')

  async function remove() {
    const { key, productId } = saver.kept()
    forgetListing(personId, key)
    saver.abandon()
    // A draft that could not be deleted now is on the dashboard.
    if (productId !== null) {
      await api.call('deleteProduct', { params: { id: productId } }).catch(() => undefined)
    }
    leave()
  }

  return (
    <AskDialog
      title="Keep this draft?"
      onClose={onClose}
      answers={[
        { text: 'Keep draft', onChoose: leave },
        { text: 'Go on writing', onChoose: () => undefined },
        { text: 'Delete draft', onChoose: () => void remove(), isDanger: true },
      ]}
    >
      <p>You can finish it any time from the dashboard or from Sell Something.</p>
    </AskDialog>
  )
}

/** Cancel and the button that everything leads to, always within the thumb's reach. */
export function EditorActions(props: EditorActionsProps) {
  const { form, saver, saved, uploads, stage } = props
  const navigate = useNavigate()
  const [asked, setAsked] = useState<string>()
  const { isPublished } = saver.kept()
  const isChanged = isPublished ? saved.place !== 'server' : saved.place === 'screen'
  useLeaveGuard({ asks: !stage && (isChanged || uploads.isBusy), isLost: isChanged, onLeave: setAsked })

  function cancel() {
    const isWorthAsking = isPublished
      ? isChanged || uploads.isBusy
      : !isBlank(form.getValues()) || uploads.entries.length > 0
    if (isWorthAsking) setAsked('/dashboard')
    else void navigate('/dashboard')
  }

  const Dialog = isPublished || asked !== '/dashboard' ? LeaveDialog : CancelDialog
  return (
    <div className="listing-actions">
      <button type="button" className="button button-quiet" onClick={cancel}>
        Cancel
      </button>
      <button type="submit" className="button button-primary" disabled={stage !== undefined}>
        {submitText(props)}
      </button>
      {asked && <Dialog {...props} to={asked} onClose={() => setAsked(undefined)} />}
    </div>
  )
}
