import type { ReactNode } from 'react'
import type { Conversation, Presence } from '#contract/conversations.ts'
import { useNow } from '#web/app/clock.ts'
import { usePublicConfig } from '#web/app/public-config.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { formatAge } from '#web/ui/dates.ts'
import { ChevronIcon } from '#web/ui/icons.tsx'
import { Link } from '#web/ui/Link.tsx'

/** 'Online', 'Last seen 5 min ago' or 'Offline' (SPEC 2). */
function Status({ presence }: { presence: Presence | undefined }) {
  const now = useNow()
  const { timeZone } = usePublicConfig()
  if (presence?.isOnline)
    return (
      <>
        <span className="online-dot" />
        Online
      </>
    )
  if (presence === undefined) return null
  const seen = presence?.lastSeenAt
  if (!seen) return 'Offline'
  const age = formatAge(seen, now, timeZone)
  return `Last seen ${age === 'Just now' ? 'just now' : age}`
}

interface ConversationHeaderProps {
  other: Conversation['other']
  /** Undefined while nobody knows. */
  presence: Presence | undefined
  /** At its end. */
  children: ReactNode
}

/** Coming and going alone are told: how long ago somebody was there changes each minute. */
function SpokenStatus({ other, presence }: Pick<ConversationHeaderProps, 'other' | 'presence'>) {
  return (
    <span role="status" className="sr-only">
      {presence && `${other.name} is ${presence.isOnline ? 'online' : 'offline'}`}
    </span>
  )
}

/** The way back, and who is talked to. */
export function ConversationHeader({ other, presence, children }: ConversationHeaderProps) {
  return (
    <div className="conversation-header">
      <Link to="/messages" aria-label="Back to messages" className="icon-button shrink-0">
        <ChevronIcon direction="left" />
      </Link>
      <Avatar name={other.name} src={other.avatar} />
      <div className="min-w-0 flex-1">
        <h1 className="truncate font-semibold">
          {other.id ? (
            <Link to={`/sellers/${other.id}`} className="hover:underline">
              {other.name}
            </Link>
          ) : (
            other.name
          )}
        </h1>
        <p className="flex items-center gap-1.5 text-sm text-muted">
          <Status presence={presence} />
        </p>
        <SpokenStatus other={other} presence={presence} />
      </div>
      {children}
    </div>
  )
}
