import type { ConversationRow } from '#contract/conversations/conversations.ts'
import { CONVERSATION_PATH, PHOTO_MESSAGE } from '#contract/conversations/message-texts.ts'
import { isolated } from '#contract/isolated.ts'
import { useMoney } from '#web/platform/config/public-config.ts'
import { Avatar } from '#web/platform/ui/Avatar.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { Photo } from '#web/platform/ui/pictures/Photo.tsx'
import { RelativeTime } from '#web/platform/ui/time/RelativeTime.tsx'
import { priceChangeText } from '#web/conversations/messages/price-change.ts'

function lastText({ lastMessage }: ConversationRow, money: ReturnType<typeof useMoney>): string {
  if (!lastMessage) return 'No messages yet - start the conversation'
  if (lastMessage.priceChange) return priceChangeText(lastMessage.priceChange, money)
  const text = lastMessage.text || (lastMessage.hasPhoto ? PHOTO_MESSAGE : '')
  return lastMessage.isOwn ? `You: ${isolated(text)}` : isolated(text)
}

interface ConversationRowLinkProps {
  row: ConversationRow
  /** Open beside the list. */
  isCurrent: boolean
}

export function ConversationRowLink({ row, isCurrent }: ConversationRowLinkProps) {
  const { product, other, lastMessage, unread } = row
  const money = useMoney()
  return (
    <Link
      to={`${CONVERSATION_PATH}${row.id}`}
      className="conversation-row"
      aria-current={isCurrent ? 'page' : undefined}
      data-unread={unread > 0 || undefined}
    >
      <span className="conversation-picture">
        {product.photo ? (
          <Photo photo={product.photo} alt="" sizes="56px" maxWidth={320} className="conversation-photo" />
        ) : (
          <span className="photo conversation-photo" />
        )}
        <span className="conversation-face">
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
          <span className="conversation-last">{lastText(row, money)}</span>
          {unread > 0 && <span className="conversation-new">New message</span>}
        </span>
      </span>
    </Link>
  )
}
