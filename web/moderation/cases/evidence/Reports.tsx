import { isolated } from '#contract/isolated.ts'
import type { Case } from '#contract/moderation/cases/cases.ts'
import { pointsText } from '#web/moderation/cases/case-texts.ts'
import { PersonLink } from '#web/moderation/cases/DeskLink.tsx'
import { Facts } from '#web/moderation/cases/Facts.tsx'
import { Part } from '#web/moderation/cases/Part.tsx'
import { RelativeTime } from '#web/platform/ui/time/RelativeTime.tsx'
import { Pictures } from './Pictures.tsx'

type ReportLine = Case['reportLines'][number]

/** People who reported without an account, as they describe themselves. */
const Outside = ({ role, name, email }: NonNullable<ReportLine['outside']>) => (
  <div className="my-2 rounded-control bg-sunken p-3">
    <p className="text-sm text-muted">Sent without an account. Nobody has checked who this is.</p>
    <Facts
      facts={[
        ['Name', name],
        ['Says they are', role],
        [
          'Answer to',
          <a key="mail" href={`mailto:${email}`} className="link">
            <bdi>{email}</bdi>
          </a>,
        ],
      ]}
    />
  </div>
)

function senderText({ reporter, outside }: ReportLine): string {
  if (reporter) return isolated(reporter.name)
  return outside ? 'somebody without an account' : 'a deleted account'
}

const Report = ({ report }: { report: ReportLine }) => {
  const { reason, words, pictures, weight, reporter, outside, createdAt } = report
  return (
    <li className="py-2">
      <p className="font-semibold">{reason}</p>
      {words && (
        <p dir="auto" className="whitespace-pre-line wrap-anywhere">
          {words}
        </p>
      )}
      <Pictures photos={pictures} label={`Pictures from ${senderText(report)}`} />
      {outside && <Outside {...outside} />}
      <p className="text-sm text-muted">
        {reporter && <PersonLink {...reporter} />}
        {!reporter && !outside && 'Deleted account'}
        {`${outside ? 'Weight' : ' · weight'} ${pointsText(weight)} · `}
        <RelativeTime iso={createdAt} />
      </p>
    </li>
  )
}

export const Reports = ({ reports }: { reports: Case['reportLines'] }) => (
  <Part title="Reports">
    {reports.length === 0 && <p className="text-sm text-muted">Nobody reported it</p>}
    <ul className="divide-y divide-line">
      {reports.map((report) => (
        <Report key={report.id} report={report} />
      ))}
    </ul>
  </Part>
)
