import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useCallback, useEffect, useId, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Conversation } from '#contract/conversations.ts'
import { useApi } from '#web/api/api-context.ts'
import { ApiError, statusOf } from '#web/api/client.ts'
import { live } from '#web/live/live.ts'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useOnline } from '#web/ui/use-online.ts'
import { Composer } from './Composer.tsx'
import { ConversationHeader } from './ConversationHeader.tsx'
import { FirstLines } from './FirstLines.tsx'
import { MessageList, MessagesOutline } from './MessageList.tsx'
import type { MessageActions } from './MessageRow.tsx'
import type { MessageStore, MessagesView } from './message-store.ts'
import type { Outbox } from './outbox.ts'
import { conversationQuery } from './queries.ts'
import { tabOutbox } from './tab-outbox.ts'
import { TalkedAboutCard } from './TalkedAboutCard.tsx'
import { useMessages, useOtherTyping, usePresence } from './use-conversation.ts'
import { useVisibleHeight } from './use-visible-height.ts'

interface ConversationScreenProps {
  personId: string
  conversationId: string
  /** Draws other ways to reach the other person. */
  ContactOptions: ComponentType<{ personId: string; name: string; isSeller: boolean }>
}

/** SPEC 6 and 8: who has no business here, and what does not exist, goes to the list. */
function useLeaveWhenRefused(error: unknown): boolean {
  const navigate = useNavigate()
  const status = statusOf(error)
  const isDenied = status === 403
  // An address that cannot be of a conversation is refused as bad input.
  const isUnknown = status === 404 || status === 422
  useEffect(() => {
    if (!isDenied && !isUnknown) return
    if (isDenied) showToast('Access denied', 'You do not have access to this conversation')
    else showToast('Not found', 'Conversation not found')
    void navigate('/messages', { replace: true })
  }, [navigate, isDenied, isUnknown])
  return isDenied || isUnknown
}

function Typing({ name, isTyping }: { name: string; isTyping: boolean }) {
  return (
    <p className="typing" aria-live="polite">
      {isTyping && (
        <>
          <span className="typing-dots" aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          {`${name} is typing`}
        </>
      )}
    </p>
  )
}

function useSending(conversationId: string) {
  const api = useApi()
  return useMemo(() => {
    const outbox = tabOutbox(api)
    const send = (content: string, photo: Blob | null) => void outbox.add({ conversationId, content, photo })
    return {
      outbox,
      sendText: (text: string) => send(text, null),
      sendPhoto: (file: File) => send('', file),
      tellTyping: (typing: boolean) => void live.call('typing', { conversationId, typing }),
    }
  }, [api, conversationId])
}

interface OpenConversationProps extends ConversationScreenProps {
  conversation: Conversation
  store: MessageStore
  view: MessagesView
  onPersonLeft: () => void
}

/** Told by a refusal before anything else tells it. */
function useLeaving({ list }: MessagesView, onPersonLeft: () => void) {
  const hasLeft = list.pending.some(({ code }) => code === 'person-left')
  useEffect(() => {
    if (hasLeft) onPersonLeft()
  }, [hasLeft, onPersonLeft])
}

function useActions(store: MessageStore, outbox: Outbox): MessageActions {
  return useMemo(
    () => ({
      react: (messageId, reaction) =>
        void store.react(messageId, reaction).catch((error: unknown) => {
          showToast('Failed to add reaction', error instanceof ApiError ? error.message : undefined)
        }),
      retry: (clientKey) => void outbox.retry(clientKey),
      discard: (clientKey) => void outbox.discard(clientKey),
    }),
    [store, outbox],
  )
}

function OpenConversation(props: OpenConversationProps) {
  const { personId, conversation, store, view, ContactOptions, onPersonLeft } = props
  const { id, other, product, isSeller } = conversation
  useLeaving(view, onPersonLeft)
  const { outbox, sendText, sendPhoto, tellTyping } = useSending(id)
  const presence = usePresence(id, other.id, conversation.presence)
  const isTyping = useOtherTyping(id, other.id)
  const isOnline = useOnline()
  const actions = useActions(store, outbox)
  const [isSideOpen, setSideOpen] = useState(false)
  const sideId = useId()
  return (
    <>
      <ConversationHeader other={other} presence={presence}>
        {/* Shown where there is no room for both. */}
        <button
          type="button"
          className="button button-quiet conversation-switch"
          aria-expanded={isSideOpen}
          aria-controls={sideId}
          onClick={() => setSideOpen(!isSideOpen)}
        >
          Details
        </button>
      </ConversationHeader>
      <div id={sideId} className="conversation-side" data-open={isSideOpen || undefined}>
        <TalkedAboutCard product={product} />
        {other.id && <ContactOptions personId={other.id} name={other.name} isSeller={!isSeller} />}
      </div>
      <div className="conversation-talk">
        <MessageList
          store={store}
          view={view}
          viewerId={personId}
          otherName={other.name}
          actions={actions}
          whenEmpty={<FirstLines offersLines={!isSeller && other.id !== null} onLine={sendText} />}
        >
          <Typing name={other.name} isTyping={isTyping} />
        </MessageList>
        {!isOnline && (
          <p role="status" className="conversation-offline">
            You are offline. What you write is sent when the connection is back.
          </p>
        )}
        {other.id ? (
          <Composer
            personId={personId}
            conversationId={id}
            onText={sendText}
            onPhoto={sendPhoto}
            onTyping={tellTyping}
          />
        ) : (
          <p className="conversation-offline">This person is not here any more and cannot be written to.</p>
        )}
      </div>
    </>
  )
}

/** SPEC 2: one conversation, which on a phone fills the screen. */
export function ConversationScreen(props: ConversationScreenProps) {
  const { personId, conversationId } = props
  const frame = useVisibleHeight()
  const { data, error, refetch } = useQuery(conversationQuery(useApi(), personId, conversationId))
  // Asked for at the same time.
  const [store, view] = useMessages(personId, conversationId)
  const reload = useCallback(() => void refetch(), [refetch])
  const isRefused = useLeaveWhenRefused(error)
  return (
    <div ref={frame} className="conversation">
      {data && !isRefused && (
        <OpenConversation {...props} conversation={data} store={store} view={view} onPersonLeft={reload} />
      )}
      {!data && (!error || isRefused) && (
        <div className="p-4">
          <MessagesOutline />
        </div>
      )}
      {!data && error && !isRefused && (
        <div className="p-4">
          <LoadFailure
            message="Failed to load conversation"
            requestId={error instanceof ApiError ? error.requestId : undefined}
            retry={reload}
          />
        </div>
      )}
    </div>
  )
}
