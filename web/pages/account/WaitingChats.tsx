import '#web/platform/styles/conversations.css'
import { useQuery } from '@tanstack/react-query'
import { type FirstMessage, firstMessages } from '#web/conversations/first-message/first-messages.ts'
import { loginPath } from '#web/platform/router/login-path.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { Link } from '#web/platform/ui/Link.tsx'
import { Thumbnail } from '#web/platform/ui/pictures/Thumbnail.tsx'
import { DeviceTime } from '#web/platform/ui/time/RelativeTime.tsx'
import { productQuery } from '#web/products/queries.ts'

/** Messages written on this device by people who have not confirmed their address yet. */
export const waitingMessages = (): FirstMessage[] =>
  firstMessages().filter(({ email }) => email !== undefined)

function WaitingRow({ message: { productId, text, at } }: { message: FirstMessage }) {
  const { data: product } = useQuery(productQuery(useApi(), productId))
  return (
    <Link to={`/products/${productId}`} className="conversation-row">
      <span className="relative shrink-0">
        <Thumbnail photo={product?.photos[0]} sizes="56px" className="size-14" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline justify-between gap-2">
          <span dir="auto" className="conversation-name">
            {product?.seller.name ?? 'Seller'}
          </span>
          <span className="conversation-time">
            <DeviceTime at={at} />
          </span>
        </span>
        <span dir="auto" className="conversation-title">
          {product?.title ?? 'Listing'}
        </span>
        <span className="flex items-center gap-2">
          <span dir="auto" className="conversation-last">
            {text}
          </span>
          <span className="badge badge-gold">Waiting</span>
        </span>
      </span>
    </Link>
  )
}

/** Chats of a person whose messages wait until they confirm their address. */
export function WaitingChats({ messages }: { messages: readonly FirstMessage[] }) {
  return (
    <div className="page min-h-dvh max-w-3xl py-4 md:py-6">
      <h1 className="text-2xl font-bold">Messages</h1>
      <p className="mt-2 text-muted">
        We sent a link to {messages[0]?.email}. Open it in this browser to send these messages.
      </p>
      <ul className="conversation-rows mt-3 divide-y divide-line">
        {messages.map((message) => (
          <li key={message.key}>
            <WaitingRow message={message} />
          </li>
        ))}
      </ul>
      <Link to={loginPath('/messages')} className="button button-quiet mt-4">
        Log in
      </Link>
    </div>
  )
}
