import { type CSSProperties, memo, useState } from 'react'
import { isolated } from '#contract/isolated.ts'
import type { Reaction } from '#contract/selling/choices.ts'
import type { Message } from '#contract/conversations/conversations.ts'
import { isAboutThreats } from '#contract/moderation/guard/rules.ts'
import { usePublicConfig } from '#web/platform/config/public-config.ts'
import { timeOfDay } from '#web/platform/ui/time/days.ts'
import { MessageWarnings } from '#web/moderation/guard/MessageWarnings.tsx'
import { useReportDialog } from '#web/moderation/reports/use-report-dialog.ts'
import { Photo } from '#web/platform/ui/pictures/Photo.tsx'
import { HeldMessage } from './HeldMessage.tsx'
import { MessageText } from './MessageText.tsx'
import { type PendingActions, PendingRow } from './PendingRow.tsx'
import { ReactButton, ReactionList } from './Reactions.tsx'
import { isFromViewer, type ShownMessage } from './shown-messages.ts'
import { CheckIcon } from '#web/platform/ui/icons.tsx'
import { ReadIcon } from '#web/conversations/conversation-icons.tsx'
import type { GroupedMessage } from './message-groups.ts'
import { useLongPress } from './use-long-press.ts'
import { WarningAnswers } from './WarningAnswers.tsx'
import { useNoteText } from './use-note-text.ts'
import { showToast } from '#web/platform/ui/toasts/toast.ts'

export interface MessageActions extends PendingActions {
  react: (messageId: string, reaction: Reaction | null) => void
}

function Time({ iso }: { iso: string }) {
  const { locale, timeZone } = usePublicConfig()
  return <time dateTime={iso}>{timeOfDay(iso, locale, timeZone)}</time>
}

function MessagePhoto({ photo, sender }: { photo: NonNullable<Message['photo']>; sender: string }) {
  const text = `Photo from ${isolated(sender)}`
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

/** A notice to both people, centred between their messages. */
const NoteLine = ({ text, createdAt }: { text: string; createdAt: string }) => (
  <p className="self-center rounded-card bg-sunken px-3 py-1 text-center text-[0.8125rem] text-muted">
    <span className="font-semibold text-text">{text}</span> <Time iso={createdAt} />
  </p>
)

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
          <span className="sr-only">{isOwn ? 'You:' : `${isolated(otherName)}:`}</span>
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
        <MessageWarnings warnings={message.warnings} isOwn={isOwn} otherName={otherName}>
          <WarningAnswers
            messageId={message.id}
            isThreat={message.warnings.some(({ rule }) => isAboutThreats(rule))}
            other={{ id: message.senderId, name: otherName }}
            onReport={report.open}
          />
        </MessageWarnings>
      )}
      {isGroupEnd && <GroupFooter shown={shown} />}
      {report.show({ target: { kind: 'message', id: message.id }, what: 'message', personId: viewerId })}
    </>
  )
}

interface MessageRowProps extends Omit<GroupedMessage, 'newDay'> {
  viewerId: string
  otherName: string
  /** Title of the product. */
  title: string
  actions: MessageActions
}

function isSame(one: ShownMessage, other: ShownMessage): boolean {
  if (one.kind === 'pending') return other.kind === 'pending' && one.pending === other.pending
  if (one.kind === 'held') return other.kind === 'held' && one.message === other.message
  if (other.kind !== 'message') return false
  return one.message === other.message && one.isRead === other.isRead && one.reactions === other.reactions
}

function MessageContent({ shown, title, ...rest }: Omit<MessageRowProps, 'isGroupStart'>) {
  const noteText = useNoteText()
  if (shown.kind === 'pending') return <PendingRow pending={shown.pending} actions={rest.actions} />
  if (shown.kind === 'held') return <HeldMessage message={shown.message} otherName={rest.otherName} />
  const note = noteText(shown.message, { isOwn: shown.isOwn, other: rest.otherName, title })
  if (note) return <NoteLine text={note} createdAt={shown.message.createdAt} />
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
    before.title === after.title &&
    before.actions === after.actions,
)
