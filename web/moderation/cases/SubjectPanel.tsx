import type { Subject } from '#contract/moderation/cases/cases.ts'
import { isolated } from '#contract/isolated.ts'
import { usePublicConfig } from '#web/platform/config/public-config.ts'
import { useNow } from '#web/platform/ui/time/clock.ts'
import { formatDate } from '#web/platform/ui/time/dates.ts'
import { Link } from '#web/platform/ui/Link.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { DecisionItem } from './DecisionList.tsx'
import { Facts } from './Facts.tsx'

const yesNo = (value: boolean) => (value ? 'Yes' : 'No')

const SANCTIONS = { limited: 'Limited', suspended: 'Suspended', banned: 'Closed for good' } as const

export function useSanctionText() {
  const { timeZone } = usePublicConfig()
  const now = useNow()
  return ({ kind, until }: NonNullable<Subject['sanction']>) =>
    SANCTIONS[kind] + (until === null ? '' : ` until ${formatDate(until, now, timeZone)}`)
}

/** The person responsible for an item, and earlier decisions about them. */
export function SubjectPanel({ person }: { person: Subject }) {
  const { timeZone } = usePublicConfig()
  const now = useNow()
  const sanctionText = useSanctionText()
  const since = person.memberSince && formatDate(person.memberSince, now, timeZone)
  const facts = {
    ...(since && { 'Member since': since }),
    'Phone verified': yesNo(person.phoneVerified),
    'E-mail verified': yesNo(person.emailVerified),
    Listings: String(person.listings),
    'Confirmed deals': String(person.deals),
    Rating: person.rating === null ? 'None yet' : String(person.rating),
    Reports: `${person.reports} (${person.reportsUpheld} upheld)`,
  }
  return (
    <>
      {person.sanction && (
        <Notice look="warn">
          <p>{sanctionText(person.sanction)}</p>
        </Notice>
      )}
      {person.leftAt && (
        <Notice look="warn">
          <p>
            {`Account deleted on ${formatDate(person.leftAt, now, timeZone)}. Your decision also applies to new accounts with the same mailbox or phone number.`}
          </p>
        </Notice>
      )}
      {person.sameAs.length > 0 && (
        <>
          <h3 className="mt-4 font-semibold">Same mailbox or phone number</h3>
          <ul>
            {person.sameAs.map(({ id, name, leftAt }) => (
              <li key={id}>
                <Link to={`/moderation/people/${id}`} className="lone-link link">
                  {leftAt ? `Account deleted on ${formatDate(leftAt, now, timeZone)}` : isolated(name)}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      {person.isStaff && <p className="my-2 font-semibold">Staff: only administrators can decide.</p>}
      <Facts facts={Object.entries(facts)} />
      <h3 className="mt-4 font-semibold">Earlier decisions</h3>
      {person.decisions.length === 0 && <p className="text-sm text-muted">None yet</p>}
      <ul className="divide-y divide-line">
        {person.decisions.map((decision) => (
          <li key={decision.id} className="py-2">
            <DecisionItem decision={decision} />
          </li>
        ))}
      </ul>
    </>
  )
}
