import { useInfiniteQuery } from '@tanstack/react-query'
import type { MailLine } from '#contract/moderation/administration/administration.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { PagedList } from '#web/platform/ui/PagedList.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { RelativeTime } from '#web/platform/ui/time/RelativeTime.tsx'
import { mailsQuery } from './queries.ts'

const MailRow = ({ mail: { kind, person, maskedAddress, failure, createdAt } }: { mail: MailLine }) => (
  <li className="px-4 py-3">
    <p className="font-semibold">{`${kind} · ${failure === null ? 'Sent' : `Failed: ${failure}`}`}</p>
    <p className="text-sm text-muted">
      {person && (
        <>
          <Link to={`/moderation/people/${person.id}`} className="link">
            <bdi>{person.name}</bdi>
          </Link>
          {' · '}
        </>
      )}
      {`${maskedAddress} · `}
      <RelativeTime iso={createdAt} />
    </p>
  </li>
)

/** Sent e-mails of the last thirty days, without their texts. */
export const MailLog = () => (
  <PagedList
    query={useInfiniteQuery(mailsQuery(useApi()))}
    failure="Failed to load the list"
    empty={<EmptyState drawing="drum" title="No mails yet" />}
  >
    {(mails) => (
      <ul aria-label="Mails" className="card divide-y divide-line">
        {mails.map((mail) => (
          <MailRow key={mail.id} mail={mail} />
        ))}
      </ul>
    )}
  </PagedList>
)
