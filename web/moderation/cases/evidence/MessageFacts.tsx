import type { MessageScene } from '#contract/moderation/cases/evidence.ts'
import { ListingLink, PersonLink } from '#web/moderation/cases/DeskLink.tsx'
import { Facts } from '#web/moderation/cases/Facts.tsx'
import { Moment } from '#web/platform/ui/time/Moment.tsx'
import { RelativeTime } from '#web/platform/ui/time/RelativeTime.tsx'

function Party({ party }: { party: MessageScene['writer'] }) {
  if (!party) return 'Deleted account'
  return (
    <>
      <PersonLink {...party} />
      {`, ${party.side}, joined `}
      <RelativeTime iso={party.memberSince} />
    </>
  )
}

/** The two people and the thing that they wrote about. */
export function MessageFacts({ scene }: { scene: MessageScene }) {
  const { writer, reader, listing, sentAt, messages } = scene
  return (
    <Facts
      facts={[
        ['From', <Party key="from" party={writer} />],
        ['To', <Party key="to" party={reader} />],
        ['About', <ListingLink key="listing" {...listing} />],
        ['Sent', <Moment key="sent" iso={sentAt} />],
        ['Conversation', `${messages} ${messages === 1 ? 'message' : 'messages'}`],
      ]}
    />
  )
}
