import { useInfiniteQuery } from '@tanstack/react-query'
import { reasonText } from '#contract/moderation/reports/report-reasons.ts'
import type { Report } from '#contract/moderation/reports/reports.ts'
import { useSession } from '#web/accounts/sessions/session.ts'
import { usePublicConfig } from '#web/platform/config/public-config.ts'
import { useLoadedPages } from '#web/platform/router/use-loaded-pages.ts'
import { useNow } from '#web/platform/ui/time/clock.ts'
import { reportsQuery } from '#web/moderation/reports/queries.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { formatDate } from '#web/platform/ui/time/dates.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { PagedList } from '#web/platform/ui/PagedList.tsx'
import { Photo } from '#web/platform/ui/pictures/Photo.tsx'

const THINGS = {
  product: 'A listing',
  person: 'A person',
  message: 'A message to you',
  review: 'A review',
} as const

const OUTCOMES = {
  upheld: 'We looked at it and acted.',
  'not-upheld': 'We looked at it and found nothing against our rules.',
} as const

function ReportItem({ report }: { report: Report }) {
  const { timeZone } = usePublicConfig()
  const now = useNow()
  const { target, title, reason, createdAt, outcome, pictures } = report
  return (
    <li className="card p-4">
      <p className="text-sm text-muted">
        <time dateTime={createdAt}>{formatDate(createdAt, now, timeZone)}</time>
      </p>
      <h2 className="mt-1 font-semibold" dir="auto">
        {title ?? THINGS[target.kind]}
      </h2>
      <p className="text-sm text-muted">
        {title === null ? reasonText(reason) : `${THINGS[target.kind]}: ${reasonText(reason)}`}
      </p>
      <p className="mt-1">{outcome === null ? 'Waiting for a moderator.' : OUTCOMES[outcome]}</p>
      {pictures.length > 0 && (
        <ul aria-label="Pictures" className="mt-2 grid max-w-sm grid-cols-3 gap-2">
          {pictures.map((picture, index) => (
            <li key={picture.src}>
              <Photo
                photo={picture}
                alt={`Picture ${index + 1}`}
                sizes="8rem"
                maxWidth={320}
                className="aspect-[4/3] w-full rounded"
              />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

const NO_REPORTS = (
  <EmptyState drawing="scales" title="No reports">
    <p>Report a listing, a person, a message or a review from its ‘…’ menu. We look at every report.</p>
  </EmptyState>
)

function Reports({ personId }: { personId: string }) {
  const query = useLoadedPages(useInfiniteQuery(reportsQuery(useApi(), personId)))
  return (
    <PagedList query={query} failure="Failed to load your reports" empty={NO_REPORTS}>
      {(reports) => (
        <ul className="grid gap-3">
          {reports.map((report) => (
            <ReportItem key={report.id} report={report} />
          ))}
        </ul>
      )}
    </PagedList>
  )
}

/** The person's reports and their outcome. */
export function ReportsPage() {
  const session = useSession()
  if (!session) return null
  return (
    <div className="page min-h-dvh max-w-3xl py-6">
      <h1 className="mb-5 text-2xl font-bold">My reports</h1>
      {/* The key resets the list when another person signs in. */}
      <Reports key={session.user.id} personId={session.user.id} />
    </div>
  )
}
