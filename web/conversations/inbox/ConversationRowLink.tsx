import type { ConversationRow } from '#contract/conversations/conversations.ts'
import { CONVERSATION_PATH, PHOTO_MESSAGE } from '#contract/conversations/message-texts.ts'
import { isolated } from '#contract/isolated.ts'
import { Avatar } from '#web/platform/ui/Avatar.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { Thumbnail } from '#web/platform/ui/pictures/Thumbnail.tsx'
import { RelativeTime } from '#web/platform/ui/time/RelativeTime.tsx'
import { useNoteText } from '#web/conversations/messages/use-note-text.ts'

function lastText(
  { lastMessage, other, product }: ConversationRow,
  noteText: ReturnType<typeof useNoteText>,
) {
  if (!lastMessage) return 'No messages yet - start the conversation'
  const { isOwn } = lastMessage
  const note = noteText(lastMessage, { isOwn, other: other.name, title: product.title })
  if (note) return note
  const text = lastMessage.text || (lastMessage.hasPhoto ? PHOTO_MESSAGE : '')
  return isOwn ? `You: ${isolated(text)}` : isolated(text)
}

interface ConversationRowLinkProps {
  row: ConversationRow
  /** The conversation is open beside the list. */
  isCurrent: boolean
}

export function ConversationRowLink({ row, isCurrent }: ConversationRowLinkProps) {
  const { product, other, lastMessage, unread } = row
  const noteText = useNoteText()
  return (
    <Link
      to={`${CONVERSATION_PATH}${row.id}`}
      className="conversation-row"
      aria-current={isCurrent ? 'page' : undefined}
      data-unread={unread > 0 || undefined}
    >
      <span className="relative shrink-0">
        <Thumbnail photo={product.photo} sizes="56px" className="size-14" />
        <span className="absolute -right-1.5 -bottom-1 rounded-full border-2 border-surface bg-surface">
          <Avatar name={other.name} src={other.avatar} size="tiny" />
        </span>
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline justify-between gap-2">
          <span dir="auto" className="conversation-name">
            {other.name}
          </span>
          <span className="conversation-time">
            <RelativeTime iso={lastMessage?.createdAt ?? row.updatedAt} />
          </span>
        </span>
        <span dir="auto" className="conversation-title">
          {product.title}
        </span>
        <span className="flex items-center gap-2">
          <span className="conversation-last">{lastText(row, noteText)}</span>
          {unread > 0 && (
            <span className="shrink-0 rounded-full bg-(--accent-solid) px-2 text-xs leading-5 font-semibold text-(--on-accent)">
              New message
            </span>
          )}
        </span>
      </span>
    </Link>
  )
}
