import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { HeldMessageForm, type WaitingMessage } from '#contract/conversations/held-messages.ts'
import { isolated } from '#contract/isolated.ts'
import { MODERATION_WORDS_MAX } from '#contract/limits.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { CountedField } from '#web/platform/forms/CountedField.tsx'
import { Form } from '#web/platform/forms/Form.tsx'
import { useSubmitOnce } from '#web/platform/forms/use-submit-once.ts'
import { fieldOf, showFailure, submitTo, useZodForm } from '#web/platform/forms/use-zod-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog, dialogOf } from '#web/platform/ui/dialogs/Dialog.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { RelativeTime } from '#web/platform/ui/time/RelativeTime.tsx'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { loadedData } from '#web/platform/ui/loaded-data.tsx'
import { ACTION_KEYS, useKeys, useKeysOn } from '#web/moderation/cases/action-keys.ts'
import { GuardLine } from '#web/moderation/cases/GuardLine.tsx'
import { SendButton } from '#web/moderation/cases/SendButton.tsx'
import { heldMessagesQuery, STAFF_KEY } from '#web/moderation/staff/queries.ts'

interface MessageProps {
  message: WaitingMessage
}

function useDecided() {
  const queryClient = useQueryClient()
  return async (words: string) => {
    showToast(words)
    await queryClient.invalidateQueries({ queryKey: STAFF_KEY })
  }
}

function RefuseDialog({ message, onClose }: MessageProps & { onClose: () => void }) {
  const api = useApi()
  const decided = useDecided()
  const form = useZodForm(HeldMessageForm, { outcome: 'refused', words: '' })
  const { isSubmitting } = form.formState
  const send = useRef<HTMLButtonElement>(null)
  const submit = useSubmitOnce(
    submitTo(form, async (body) => {
      await api.call('decideHeldMessage', { params: { id: message.id }, body })
      onClose()
      await decided(`The message from ${isolated(message.sender.name)} was refused`)
    }),
  )
  return (
    <Dialog title={`Refuse message from ${isolated(message.sender.name)}`} hasBar isSheet onClose={onClose}>
      <Form form={form} onSubmit={submit} className="grid gap-4 p-4">
        <CountedField
          label="Message to the person"
          rows={4}
          length={form.watch('words').length}
          most={MODERATION_WORDS_MAX}
          {...fieldOf(form, 'words')}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={(event) => dialogOf(event)?.close()}>Cancel</Button>
          <SendButton ref={send} text="Refuse" busy={isSubmitting ? 'Refusing…' : undefined} />
        </div>
      </Form>
    </Dialog>
  )
}

const Key = ({ name }: { name: string }) => (
  <kbd aria-hidden="true" className="staff-key">
    {name}
  </kbd>
)

/** Only the first message of the list has keys, so that a moderator can decide one after the other. */
function Decide({ message, hasKeys }: MessageProps & { hasKeys: boolean }) {
  const api = useApi()
  const decided = useDecided()
  const [isRefusing, setRefusing] = useState(false)
  const [isReleasing, setReleasing] = useState(false)
  const showsKeys = useKeysOn() && hasKeys
  async function release() {
    if (isReleasing) return
    setReleasing(true)
    try {
      const body = { outcome: 'released', words: '' } as const
      await api.call('decideHeldMessage', { params: { id: message.id }, body })
      await decided(`The message from ${isolated(message.sender.name)} was released`)
    } catch (error) {
      setReleasing(false)
      showFailure('Failed to release the message', error)
    }
  }
  const refuse = () => setRefusing(true)
  useKeys(hasKeys ? { [ACTION_KEYS.approve]: () => void release(), [ACTION_KEYS.remove]: refuse } : {})
  return (
    <div
      role="group"
      aria-label={`Decide about the message from ${isolated(message.sender.name)}`}
      className="flex flex-wrap gap-2"
    >
      <Button
        aria-disabled={isReleasing}
        aria-keyshortcuts={showsKeys ? ACTION_KEYS.approve : undefined}
        onClick={() => void release()}
      >
        Release
        {showsKeys && <Key name={ACTION_KEYS.approve} />}
      </Button>
      <Button look="danger" aria-keyshortcuts={showsKeys ? ACTION_KEYS.remove : undefined} onClick={refuse}>
        Refuse
        {showsKeys && <Key name={ACTION_KEYS.remove} />}
      </Button>
      {isRefusing && <RefuseDialog message={message} onClose={() => setRefusing(false)} />}
    </div>
  )
}

function HeldCard({ message, hasKeys }: MessageProps & { hasKeys: boolean }) {
  const { sender, memberSince, other, productTitle, content, createdAt, guard } = message
  return (
    <li className="card p-4">
      <p className="text-sm text-muted">
        <Link to={`/moderation/people/${sender.id}`} className="link">
          <bdi>{sender.name}</bdi>
        </Link>
        {' · member since '}
        <RelativeTime iso={memberSince} />
      </p>
      <p className="text-sm text-muted">
        {`To ${isolated(other?.name ?? 'somebody who left')} about ‘${isolated(productTitle)}’ · `}
        <RelativeTime iso={createdAt} />
      </p>
      <div className="my-3">
        <p dir="auto" className="whitespace-pre-line">
          {content}
        </p>
        <GuardLine hits={guard} />
      </div>
      <Decide message={message} hasKeys={hasKeys} />
    </li>
  )
}

/**
 * Messages with the first links of new accounts. Nobody reads them until they are released, and moderators
 * must not follow the links from here.
 */
export function HeldMessages() {
  const [data, instead] = loadedData(useQuery(heldMessagesQuery(useApi())), 'Failed to load the messages')
  if (!data) return instead
  if (data.length === 0)
    return (
      <EmptyState drawing="boat" title="No links are waiting">
        <p>When a new account sends its first link, the message waits here until somebody releases it.</p>
      </EmptyState>
    )
  return (
    <>
      <p className="mb-3 text-sm text-muted">
        After you release one message from an account, its later links arrive at once. We record what you read
        here.
      </p>
      <ul aria-label="Messages with links" className="grid grid-cols-1 gap-3">
        {data.map((message, index) => (
          <HeldCard key={message.id} message={message} hasKeys={index === 0} />
        ))}
      </ul>
    </>
  )
}
