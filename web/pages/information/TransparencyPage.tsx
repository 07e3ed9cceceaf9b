import { useQuery } from '@tanstack/react-query'
import { StaticPage } from '#web/app/StaticPage.tsx'
import { transparencyQuery } from '#web/moderation/queries.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { LoadFailure } from '#web/platform/ui/LoadFailure.tsx'

/** '2026-11' as 'November 2026', alike on the server and in every browser. */
const monthName = (month: string) =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-GB', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })

const hours = (median: number | null) => {
  if (median === null) return 'none yet'
  return median < 1 ? 'under an hour' : `${Math.round(median)} h`
}

function Months() {
  const { data, isError, refetch } = useQuery(transparencyQuery(useApi()))
  if (!data)
    return isError ? (
      <LoadFailure message="Failed to load the figures" retry={() => void refetch()} />
    ) : (
      <div aria-busy="true" className="skeleton h-96" />
    )
  const months = data.filter(({ reports, removed, suspended }) => reports + removed + suspended > 0)
  if (months.length === 0)
    return <p>Nothing was reported and nothing was decided in the last twelve months.</p>
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it on a narrow screen
    <div className="overflow-x-auto" role="region" aria-label="Figures by month" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Month</th>
            <th scope="col">Reports</th>
            <th scope="col">Found right</th>
            <th scope="col">Removed</th>
            <th scope="col">Suspended</th>
            <th scope="col">Usual time</th>
            <th scope="col">Appeals</th>
            <th scope="col">Taken back</th>
          </tr>
        </thead>
        <tbody>
          {months.map((month) => (
            <tr key={month.month}>
              <th scope="row">{monthName(month.month)}</th>
              <td>{month.reports}</td>
              <td>{month.upheld}</td>
              <td>{month.removed}</td>
              <td>{month.suspended}</td>
              <td>{hours(month.medianHours)}</td>
              <td>{month.appeals}</td>
              <td>{month.appealsUpheld}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export const TransparencyPage = () => (
  <StaticPage
    description="How many reports came in, what was decided, how soon, and how often we were wrong."
    path="/transparency"
  >
    <p className="prose-lead">
      What people reported in the last twelve months, and what we did about it. The figures come straight from
      our records.
    </p>
    <ul>
      <li>A report alone takes nothing down: a moderator looks at each one.</li>
      <li>Every decision names the rule and says why, and can be looked at again by somebody else.</li>
      <li>
        Private messages are read only where one was reported, only those around it, and each look is written
        down.
      </li>
      <li>Usual time is how long half of the cases waited at most until they were decided.</li>
    </ul>
    <Months />
  </StaticPage>
)
