import { type CSSProperties, memo, useState } from 'react'
import type { Reaction } from '#contract/selling/choices.ts'
import type { Message, PriceChange } from '#contract/conversations/conversations.ts'
import { useMoney, usePublicConfig } from '#web/platform/config/public-config.ts'
import { timeOfDay } from '#web/platform/ui/time/days.ts'
import { MessageWarnings } from '#web/moderation/guard/MessageWarnings.tsx'
import { useReportDialog } from '#web/moderation/reports/use-report-dialog.ts'
import { Photo } from '#web/platform/ui/pictures/Photo.tsx'
import type { PendingMessage } from '#web/conversations/apply-live.ts'
import { HeldMessage } from './HeldMessage.tsx'
import { MessageText } from './MessageText.tsx'
import { priceChangeText } from './price-change.ts'
import { ReactButton, ReactionList } from './Reactions.tsx'
import { isFromViewer, type ShownMessage } from './shown-messages.ts'
import { CheckIcon } from '#web/platform/ui/icons.tsx'
import { ReadIcon, RefusedIcon, WaitingIcon } from '#web/conversations/conversation-icons.tsx'
import type { GroupedMessage } from './message-groups.ts'
import { useLongPress } from './use-long-press.ts'
import { useOnline } from '#web/platform/browser/use-online.ts'
import { showToast } from '#web/platform/ui/toasts/toast.ts'

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

/** A notice from the site to both people, centred between their messages. */
function PriceLine({ change, createdAt }: { change: PriceChange; createdAt: string }) {
  const money = useMoney()
  return (
    <p className="self-center rounded-card bg-sunken px-3 py-1 text-center text-[0.8125rem] text-muted">
      <span className="font-semibold text-text">{priceChangeText(change, money)}</span>{' '}
      <Time iso={createdAt} />
    </p>
  )
}

interface SentRowProps {
  shown: Extract<ShownMessage, { kind: 'message' }>
  isGroupEnd: boolean
  viewerId: string
  otherName: string
  actions: MessageActions
}

async function copyText(text: string) {
  try {
    await navigator.clipboard.writeText(text)
    showToast('Text copied')
  } catch {
    showToast('Could not copy the text')
  }
}

/** The time below the last message of a group and, for the viewer's own, whether it was read. */
function GroupFooter({ shown: { message, isOwn, isRead } }: Pick<SentRowProps, 'shown'>) {
  return (
    <p className="message-about">
      <Time iso={message.createdAt} />
      {isOwn && (
        <span className={isRead ? 'text-accent' : undefined}>
          {isRead ? <ReadIcon /> : <CheckIcon className="size-4" />}
          <span className="sr-only">{isRead ? 'Read' : 'Sent'}</span>
        </span>
      )}
    </p>
  )
}

function SentRow({ shown, isGroupEnd, viewerId, otherName, actions }: SentRowProps) {
  const { message, isOwn, reactions } = shown
  const [isChoosing, setChoosing] = useState(false)
  const report = useReportDialog()
  const press = useLongPress(() => setChoosing(true))
  const { content, photo } = message
  const react = (reaction: Reaction | null) => actions.react(message.id, reaction)
  const reactionProps = { reactions, viewerId, onReact: react }
  const onCopy = content ? () => void copyText(content) : undefined
  return (
    <>
      <div className="message-line">
        <div
          className="message-bubble"
          data-photo={photo !== null || undefined}
          data-chosen={isChoosing || undefined}
          {...press}
        >
          <span className="sr-only">{isOwn ? 'You:' : `${otherName}:`}</span>
          {photo && <MessagePhoto photo={photo} sender={isOwn ? 'you' : otherName} />}
          {content && <MessageText content={content} />}
        </div>
        <ReactButton
          {...reactionProps}
          isOpen={isChoosing}
          onOpen={setChoosing}
          onCopy={onCopy}
          onReport={isOwn ? undefined : report.open}
        />
      </div>
      <ReactionList {...reactionProps} />
      {message.warnings && (
        <MessageWarnings
          messageId={message.id}
          warnings={message.warnings}
          isOwn={isOwn}
          otherName={otherName}
        />
      )}
      {isGroupEnd && <GroupFooter shown={shown} />}
      {report.show({ target: { kind: 'message', id: message.id }, what: 'message', personId: viewerId })}
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
      <img
        src={photo.preview}
        alt=""
        className="block max-h-88 max-w-[min(20rem,70vw)] rounded-2xl opacity-70"
      />
      {state === 'sending' && (
        <progress
          className="block h-1.5 w-full accent-[var(--accent-solid)]"
          aria-label="Sending the photo"
          value={photo.sent}
          max={1}
        />
      )}
    </>
  )
}

function PendingState({ state, problem }: Pick<PendingMessage, 'state' | 'problem'>) {
  const isOnline = useOnline()
  const why = problem ?? (state === 'waiting' && !isOnline ? 'We send it when you are online again.' : null)
  return (
    <>
      <p className="message-about" data-state={state}>
        {state === 'failed' ? <RefusedIcon /> : <WaitingIcon />}
        <span>{STATE_TEXTS[state]}</span>
      </p>
      {why !== null && (
        <p
          className={`mx-2 mt-0.5 text-end text-[0.8125rem] ${state === 'failed' ? 'text-danger' : 'text-muted'}`}
        >
          {why}
        </p>
      )}
    </>
  )
}

function PendingRow({ pending, actions }: { pending: PendingMessage; actions: MessageActions }) {
  const { clientKey, photo, content, state, isHeldUp } = pending
  const isFailed = state === 'failed'
  return (
    <>
      <div className="message-line">
        <div className="message-bubble" data-state={state} data-photo={photo !== null || undefined}>
          <span className="sr-only">You:</span>
          {photo && <PendingPhoto photo={photo} state={state} />}
          {content && <MessageText content={content} />}
        </div>
      </div>
      <PendingState {...pending} />
      {(isFailed || (state === 'waiting' && isHeldUp)) && (
        <p className="flex">
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

interface MessageRowProps extends Omit<GroupedMessage, 'newDay'> {
  viewerId: string
  otherName: string
  actions: MessageActions
}

function isSame(one: ShownMessage, other: ShownMessage): boolean {
  if (one.kind === 'pending') return other.kind === 'pending' && one.pending === other.pending
  if (one.kind === 'held') return other.kind === 'held' && one.message === other.message
  if (other.kind !== 'message') return false
  return one.message === other.message && one.isRead === other.isRead && one.reactions === other.reactions
}

function MessageContent({ shown, ...rest }: Omit<MessageRowProps, 'isGroupStart'>) {
  if (shown.kind === 'pending') return <PendingRow pending={shown.pending} actions={rest.actions} />
  if (shown.kind === 'held') return <HeldMessage message={shown.message} otherName={rest.otherName} />
  const { priceChange, createdAt } = shown.message
  if (priceChange) return <PriceLine change={priceChange} createdAt={createdAt} />
  return <SentRow shown={shown} {...rest} />
}

/** One message. Memoised, because only the changed rows of a long list should be drawn again. */
export const MessageRow = memo(
  function MessageRow({ isGroupStart, ...rest }: MessageRowProps) {
    return (
      <li
        className="message"
        data-own={isFromViewer(rest.shown) || undefined}
        data-follows={!isGroupStart || undefined}
        data-continues={!rest.isGroupEnd || undefined}
      >
        <MessageContent {...rest} />
      </li>
    )
  },
  (before, after) =>
    isSame(before.shown, after.shown) &&
    before.isGroupStart === after.isGroupStart &&
    before.isGroupEnd === after.isGroupEnd &&
    before.otherName === after.otherName &&
    before.actions === after.actions,
)
