import { useQuery } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from '#web/platform/router/use-router.ts'
import type { Conversation } from '#contract/conversations/conversations.ts'
import { isolated } from '#contract/isolated.ts'
import { readSession } from '#web/accounts/sessions/session-store.ts'
import { PersonMenu } from '#web/moderation/reports/PersonMenu.tsx'
import { UnblockButton } from '#web/blocks/UnblockButton.tsx'
import { useApi } from '#web/platform/api/api-context.ts'
import { ApiError, statusOf } from '#web/platform/api/client.ts'
import { live } from '#web/platform/live/live.ts'
import { LoadFailure } from '#web/platform/ui/LoadFailure.tsx'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { useOnline } from '#web/platform/browser/use-online.ts'
import { Composer } from './Composer.tsx'
import { ConversationHeader } from './ConversationHeader.tsx'
import { FirstLines } from '#web/conversations/inbox/FirstLines.tsx'
import { MessageList, MessagesOutline } from '#web/conversations/messages/MessageList.tsx'
import type { MessageActions } from '#web/conversations/messages/MessageRow.tsx'
import type { MessageStore, MessagesView } from '#web/conversations/outbox/message-store.ts'
import type { Outbox } from '#web/conversations/outbox/outbox.ts'
import type { UnsentStep } from '#web/conversations/outbox/unsent-messages.ts'
import { quickReplies } from './quick-replies.ts'
import { conversationQuery, type ShownConversation } from './queries.ts'
import { tabOutbox } from '#web/conversations/outbox/tab-outbox.ts'
import { ConversationProductCard } from './ConversationProductCard.tsx'
import {
  type AgreementCardProps,
  newestAgreement,
  useRereadAfterRefusal,
  waitingStep,
} from './use-agreement.ts'
import { useMessages, useOtherTyping, usePresence } from './use-conversation.ts'
import { useVisibleHeight } from './use-visible-height.ts'

interface ContactOptionsProps {
  personId: string
  name: string
  isSeller: boolean
  product: Conversation['product']
}

interface ConversationScreenProps {
  personId: string
  conversationId: string
  /** Draws other ways to reach the other person. */
  ContactOptions: ComponentType<ContactOptionsProps>
  /** Draws the other person's name; pressing it shows facts about them. */
  PersonName: ComponentType<{ personId: string; name: string }>
  /** Draws what the two people agreed. */
  AgreementCard: ComponentType<AgreementCardProps>
}

/** SPEC 6 and 8: returns to the list if the conversation is unknown or the viewer has no access to it. */
function useLeaveWhenRefused(error: unknown): boolean {
  const navigate = useNavigate()
  const status = statusOf(error)
  const isDenied = status === 403
  // The server refuses an address that cannot be a conversation's id as bad input (422).
  const isUnknown = status === 404 || status === 422
  useEffect(() => {
    if (!isDenied && !isUnknown) return
    if (isDenied) showToast('Access denied', 'You do not have access to this conversation')
    else showToast('Not found', 'Conversation not found')
    navigate('/messages', { replace: true })
  }, [navigate, isDenied, isUnknown])
  return isDenied || isUnknown
}

function Typing({ name, isTyping }: { name: string; isTyping: boolean }) {
  return (
    <p className="flex min-h-8 items-center gap-2 text-sm text-muted" aria-live="polite">
      {isTyping && (
        <>
          <span className="typing-dots" aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          {`${isolated(name)} is typing`}
        </>
      )}
    </p>
  )
}

function useSending(conversationId: string, personId: string) {
  const api = useApi()
  return useMemo(() => {
    const outbox = tabOutbox(api)
    /** Returns false if nobody is signed in any more. */
    function send(content: string, photo: Blob | null, step?: UnsentStep): boolean {
      if (readSession()?.user.id !== personId) return false
      void outbox.add({ conversationId, content, photo, step })
      return true
    }
    return {
      outbox,
      sendText: (text: string) => send(text, null),
      sendPhoto: (file: File) => send('', file) || showToast('Log in to send', 'This photo was not sent.'),
      sendStep: (step: UnsentStep) =>
        send('', null, step) || showToast('Log in to send', 'Nothing was changed.'),
      emitTyping: (typing: boolean) => void live.call('typing', { conversationId, typing }),
    }
  }, [api, conversationId, personId])
}

/** Replaces the composer. If the viewer was typing, the focus moves here because the field disappears. */
function PersonLeft({ isNew }: { isNew: boolean }) {
  const notice = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (isNew && document.activeElement === document.body) notice.current?.focus({ preventScroll: true })
  }, [isNew])
  return (
    <p
      ref={notice}
      role="status"
      tabIndex={-1}
      className="bg-gold-soft px-4 py-2 text-center text-sm leading-normal text-gold"
    >
      This person deleted their account. You cannot write to them.
    </p>
  )
}

/** Replaces the composer for the person who blocked the other. */
const Blocked = ({ person }: { person: { id: string; name: string } }) => (
  <p className="conversation-blocked">
    <span className="min-w-0 wrap-anywhere">{`You blocked ${person.name}.`}</span>{' '}
    <UnblockButton person={person} />
  </p>
)

interface WritingPartProps {
  other: Conversation['other']
  isBlocked: boolean
  isBanned: boolean
  /** The composer. */
  children: ReactNode
}

/** The composer, or the reason why there is none. */
function WritingPart({ other: { id, name }, isBlocked, isBanned, children }: WritingPartProps) {
  const [wasHere] = useState(id !== null)
  if (id === null) return <PersonLeft isNew={wasHere} />
  if (isBanned)
    return (
      <p role="status" className="conversation-blocked">
        This account was closed for breaking the rules. Do not pay.
      </p>
    )
  return isBlocked ? <Blocked person={{ id, name }} /> : children
}

interface OpenConversationProps extends ConversationScreenProps {
  conversation: ShownConversation
  store: MessageStore
  view: MessagesView
  reread: () => void
}

function useActions(store: MessageStore, outbox: Outbox): MessageActions {
  return useMemo(
    () => ({
      react: (messageId, reaction) =>
        void store.react(messageId, reaction).catch((error: unknown) => {
          showToast('Failed to add reaction', error instanceof ApiError ? error.message : undefined)
        }),
      retry: (clientKey) => void outbox.retry(clientKey),
      discard: (clientKey) => void outbox.delete(clientKey),
    }),
    [store, outbox],
  )
}

/** No quick replies until the last message is known. */
const NO_REPLIES: readonly string[] = []

function OpenConversation(props: OpenConversationProps) {
  const { personId, conversation, store, view, ContactOptions, PersonName, AgreementCard, reread } = props
  const { id, other, product, isSeller, isBlocked, isBanned } = conversation
  useRereadAfterRefusal(view.list, reread)
  const { outbox, sendText, sendPhoto, sendStep, emitTyping } = useSending(id, personId)
  const presence = usePresence(conversation)
  const isTyping = useOtherTyping(id, other.id)
  const isOnline = useOnline()
  const actions = useActions(store, outbox)
  const agreement = newestAgreement(conversation, view.list)
  const replies = view.status === 'ready' ? quickReplies(conversation, view.shown) : NO_REPLIES
  return (
    <>
      <ConversationHeader other={other} presence={presence} PersonName={PersonName}>
        <ConversationProductCard product={product} />
        {other.id && (
          <>
            {!isBlocked && !isBanned && (
              <ContactOptions personId={other.id} name={other.name} isSeller={!isSeller} product={product} />
            )}
            <PersonMenu person={{ id: other.id, name: other.name }} />
          </>
        )}
      </ConversationHeader>
      <div className="flex min-h-0 flex-col">
        <AgreementCard
          conversation={conversation}
          agreement={agreement}
          waiting={waitingStep(view.list)}
          onStep={(step) => sendStep({ ...step, agreementId: agreement?.id })}
        />
        <MessageList
          store={store}
          view={view}
          viewerId={personId}
          otherName={other.name}
          title={product.title}
          actions={actions}
          whenEmpty={
            isBanned ? null : (
              <FirstLines offersLines={replies.length > 0 && other.id !== null && !isBlocked} />
            )
          }
        >
          <Typing name={other.name} isTyping={isTyping} />
        </MessageList>
        {!isOnline && (
          <p role="status" className="bg-gold-soft px-4 py-2 text-center text-sm leading-normal text-gold">
            You are offline. We send your messages when you are online again.
          </p>
        )}
        <WritingPart other={other} isBlocked={isBlocked} isBanned={isBanned}>
          <Composer
            personId={personId}
            conversationId={id}
            replies={replies}
            onText={sendText}
            onPhoto={sendPhoto}
            onTyping={emitTyping}
          />
        </WritingPart>
      </div>
    </>
  )
}

/** SPEC 2: one conversation, which fills the screen on a phone. */
export function ConversationScreen(props: ConversationScreenProps) {
  const { personId, conversationId } = props
  const frame = useVisibleHeight()
  const { data, error, refetch } = useQuery(conversationQuery(useApi(), personId, conversationId))
  // Messages are requested at the same time as the conversation.
  const [store, view] = useMessages(personId, conversationId)
  const reload = useCallback(() => void refetch(), [refetch])
  const isRefused = useLeaveWhenRefused(error)
  return (
    <div ref={frame} className="conversation">
      {data && !isRefused && (
        <OpenConversation {...props} conversation={data} store={store} view={view} reread={reload} />
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
