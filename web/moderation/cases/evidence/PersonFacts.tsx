import type { PersonScene } from '#contract/moderation/cases/evidence.ts'
import { LISTING_STATUSES } from '#web/moderation/cases/case-texts.ts'
import { DeskLink, PersonLink } from '#web/moderation/cases/DeskLink.tsx'
import { Facts } from '#web/moderation/cases/Facts.tsx'
import { RelativeTime } from '#web/platform/ui/time/RelativeTime.tsx'

/** The server stops counting listings and conversations at this number. */
const COUNT_MAX = 1000
const countText = (count: number) => (count >= COUNT_MAX ? '1,000 or more' : String(count))
const statusText = (status: string) => LISTING_STATUSES[status] ?? status

const listingsText = (listings: PersonScene['listings']) =>
  listings.map(({ status, count }) => `${countText(count)} ${statusText(status).toLowerCase()}`).join(', ') ||
  'None'

const conversationsText = ({ all, recent, unanswered }: PersonScene['conversations']) =>
  all === 0
    ? 'None'
    : `${countText(all)}, ${recent} begun within a week, ${unanswered} in which nobody answered them`

const Newest = ({ newest }: { newest: PersonScene['newest'] }) => (
  <ul aria-label="Newest listings">
    {newest.map(({ id, title, status, link, createdAt }) => (
      <li key={id} className="py-1">
        <DeskLink to={link} text={title} />
        <span className="text-sm text-muted">
          {` · ${statusText(status)} · `}
          <RelativeTime iso={createdAt} />
        </span>
      </li>
    ))}
  </ul>
)

const Sharing = ({ sharing }: { sharing: PersonScene['sharing'] }) => (
  <ul aria-label="Accounts that share a device or an address">
    {sharing.map(({ id, name, isBanned, caseId }) => (
      <li key={id} className="py-1">
        <PersonLink id={id} name={name} />
        {isBanned && ' · banned'}
        {caseId && (
          <>
            {' · '}
            <DeskLink to={`/moderation/cases/${caseId}`} text="open case" />
          </>
        )}
      </li>
    ))}
  </ul>
)

/** The server stops counting accounts that share a device at this number. */
const SHARERS_MAX = 100
const accountsText = (count: number) => {
  if (count >= SHARERS_MAX) return '100 other accounts or more'
  return count === 0 ? 'No other account' : `${count} other ${count === 1 ? 'account' : 'accounts'}`
}

/** The person's listings, conversations in numbers, and accounts on the same devices. */
export function PersonFacts({ scene }: { scene: PersonScene }) {
  const { listings, newest, conversations, sharers, sharing } = scene
  return (
    <Facts
      facts={[
        ['Listings', listingsText(listings)],
        ...(newest.length > 0 ? [['Newest', <Newest key="newest" newest={newest} />] as const] : []),
        ['Conversations', conversationsText(conversations)],
        ['Same device', accountsText(sharers.devices)],
        ['Same address', accountsText(sharers.addresses)],
        ...(sharing.length > 0 ? [['These are', <Sharing key="sharing" sharing={sharing} />] as const] : []),
      ]}
    />
  )
}
