import { type CSSProperties, memo } from 'react'
import type { Reaction } from '#contract/selling/choices.ts'
import type { Message, PriceChange } from '#contract/conversations/conversations.ts'
import { useMoney, usePublicConfig } from '#web/app/public-config.ts'
import { timeOfDay } from '#web/platform/ui/days.ts'
import { Photo } from '#web/platform/ui/Photo.tsx'
import type { PendingMessage } from './apply-live.ts'
import { MessageText } from './MessageText.tsx'
import { priceChangeText } from './price-change.ts'
import { ReactButton, ReactionList } from './Reactions.tsx'
import { isFromViewer, type ShownMessage } from './shown-messages.ts'
import { CheckIcon } from '#web/platform/ui/icons.tsx'
import { ReadIcon } from './conversation-icons.tsx'

export interface MessageActions {
  react: (messageId: string, reaction: Reaction | null) => void
  retry: (clientKey: string) => void
  discard: (clientKey: string) => void
}

function Time({ iso }: { iso: string }) {
  const { locale, timeZone } = usePublicConfig()
  return <time dateTime={iso}>{timeOfDay(iso, locale, timeZone)}</time>
}

function MessagePhoto({ photo, sender }: { photo: NonNullable<Message['photo']>; sender: string }) {
  const text = `Photo from ${sender}`
  const shape = { '--shape': photo.width / photo.height } as CSSProperties
  return (
    <a
      href={`${photo.src}-1280.jpg`}
      target="_blank"
      rel="noopener"
      className="message-photo message-photo-shape"
      style={shape}
    >
      <Photo photo={photo} alt={text} sizes="(max-width: 767px) 70vw, 20rem" />
    </a>
  )
}

/** What the site says to both, in the middle between what they say. */
function PriceLine({ change, createdAt }: { change: PriceChange; createdAt: string }) {
  const money = useMoney()
  return (
    <p className="message-note">
      <span>{priceChangeText(change, money)}</span> <Time iso={createdAt} />
    </p>
  )
}

interface SentRowProps {
  shown: Extract<ShownMessage, { kind: 'message' }>
  viewerId: string
  otherName: string
  actions: MessageActions
}

function SentRow({ shown, viewerId, otherName, actions }: SentRowProps) {
  const { message, isOwn, isRead, reactions } = shown
  if (message.priceChange) return <PriceLine change={message.priceChange} createdAt={message.createdAt} />
  const react = (reaction: Reaction | null) => actions.react(message.id, reaction)
  const reactionProps = { reactions, viewerId, onReact: react }
  return (
    <>
      <div className="message-line">
        <div className="message-bubble">
          <span className="sr-only">{isOwn ? 'You:' : `${otherName}:`}</span>
          {message.photo && <MessagePhoto photo={message.photo} sender={isOwn ? 'you' : otherName} />}
          {message.content && <MessageText content={message.content} />}
          <p className="message-about">
            <Time iso={message.createdAt} />
            {isOwn && (
              <span className="message-state" data-read={isRead || undefined}>
                {isRead ? <ReadIcon /> : <CheckIcon className="size-4" />}
                <span className="sr-only">{isRead ? 'Read' : 'Sent'}</span>
              </span>
            )}
          </p>
        </div>
        <ReactButton {...reactionProps} />
      </div>
      <ReactionList {...reactionProps} />
    </>
  )
}

const STATE_TEXTS = {
  preparing: 'Preparing…',
  sending: 'Sending…',
  waiting: 'Waiting to be sent',
  failed: 'Failed',
} satisfies Record<PendingMessage['state'], string>

function PendingPhoto({ photo, state }: { photo: NonNullable<PendingMessage['photo']>; state: string }) {
  return (
    <>
      <img src={photo.preview} alt="" className="message-photo message-preview" />
      {state === 'sending' && (
        <progress className="message-progress" aria-label="Sending the photo" value={photo.sent} max={1} />
      )}
    </>
  )
}

function PendingRow({ pending, actions }: { pending: PendingMessage; actions: MessageActions }) {
  const { clientKey, photo, content, state, problem, isHeldUp } = pending
  const isFailed = state === 'failed'
  return (
    <>
      <div className="message-line">
        <div className="message-bubble" data-state={state}>
          <span className="sr-only">You:</span>
          {photo && <PendingPhoto photo={photo} state={state} />}
          {content && <MessageText content={content} />}
          <p className="message-about">{STATE_TEXTS[state]}</p>
        </div>
      </div>
      {problem && <p className="message-problem">{problem}</p>}
      {(isFailed || (state === 'waiting' && isHeldUp)) && (
        <p className="message-ways">
          {isFailed && (
            <button type="button" className="message-way" onClick={() => actions.retry(clientKey)}>
              Retry
            </button>
          )}
          <button type="button" className="message-way" onClick={() => actions.discard(clientKey)}>
            Delete
          </button>
        </p>
      )}
    </>
  )
}

interface MessageRowProps {
  shown: ShownMessage
  viewerId: string
  otherName: string
  actions: MessageActions
}

function isSame(one: ShownMessage, other: ShownMessage): boolean {
  if (one.kind === 'pending' || other.kind === 'pending')
    return one.kind === 'pending' && other.kind === 'pending' && one.pending === other.pending
  return one.message === other.message && one.isRead === other.isRead && one.reactions === other.reactions
}

/** One message. Of a long list only those are drawn anew that have changed. */
export const MessageRow = memo(
  function MessageRow({ shown, ...rest }: MessageRowProps) {
    return (
      <li className="message" data-own={isFromViewer(shown) || undefined}>
        {shown.kind === 'message' ? (
          <SentRow shown={shown} {...rest} />
        ) : (
          <PendingRow pending={shown.pending} actions={rest.actions} />
        )}
      </li>
    )
  },
  (before, after) =>
    isSame(before.shown, after.shown) &&
    before.otherName === after.otherName &&
    before.actions === after.actions,
)
