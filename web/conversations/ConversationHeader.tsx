import type { ComponentType, ReactNode } from 'react'
import type { Conversation } from '#contract/conversations/conversations.ts'
import type { Presence } from '#contract/presence.ts'
import { useNow } from '#web/platform/ui/time/clock.ts'
import { usePublicConfig } from '#web/platform/config/public-config.ts'
import { Avatar } from '#web/platform/ui/Avatar.tsx'
import { formatAge } from '#web/platform/ui/time/dates.ts'
import { ChevronIcon } from '#web/platform/ui/icons.tsx'
import { Link } from '#web/platform/ui/Link.tsx'

/** 'Online', 'Last seen 5 min ago' or 'Offline' (SPEC 2). */
function Status({ presence }: { presence: Presence | undefined }) {
  const now = useNow()
  const { timeZone } = usePublicConfig()
  if (presence?.isOnline)
    return (
      <>
        <span className="size-2 rounded-full bg-[light-dark(#15803d,#4ade80)]" />
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
  /** Undefined while the presence is unknown. */
  presence: Presence | undefined
  /** Draws the name of an existing account as the heading; pressing it shows facts about the person. */
  PersonName: ComponentType<{ personId: string; name: string }>
  children: ReactNode
}

/** Announces only when people come or go: the time since their last visit changes each minute. */
function SpokenStatus({ other, presence }: Pick<ConversationHeaderProps, 'other' | 'presence'>) {
  return (
    <span role="status" className="sr-only">
      {presence && `${other.name} is ${presence.isOnline ? 'online' : 'offline'}`}
    </span>
  )
}

/** A link back to the list, the other person and, as children, the product and other ways to reach them. */
export function ConversationHeader({ other, presence, PersonName, children }: ConversationHeaderProps) {
  const known = other.id === null ? undefined : presence
  return (
    <div className="conversation-header">
      <Link to="/messages" aria-label="Back to messages" className="icon-button shrink-0">
        <ChevronIcon direction="left" />
      </Link>
      <Avatar name={other.name} src={other.avatar} />
      <div className="relative min-w-0 leading-5">
        {other.id ? (
          <PersonName personId={other.id} name={other.name} />
        ) : (
          <h1 dir="auto" className="truncate font-semibold">
            {other.name}
          </h1>
        )}
        <p className="flex min-h-4 items-center gap-1.5 text-xs text-muted">
          {/* A deleted account has no presence. */}
          <Status presence={known} />
        </p>
        <SpokenStatus other={other} presence={known} />
      </div>
      {children}
    </div>
  )
}
