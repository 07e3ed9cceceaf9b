import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import type { peopleContract } from '#contract/moderation/cases/people.ts'
import { StaticPage } from './StaticPage.tsx'
import { transparencyQuery } from '#web/moderation/cases/transparency-query.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { LoadFailure } from '#web/platform/ui/LoadFailure.tsx'

/** '2026-11' as 'November 2026', the same on the server and in every browser. */
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

type Month = Reply<typeof peopleContract.getTransparency>['months'][number]

const factsOf = (month: Month) =>
  [
    ['Reports', month.reports],
    ['Reports that were right', month.upheld],
    ['Listings, messages and reviews removed', month.removed],
    ['People suspended or banned', month.suspended],
    ['Usual time to decide', hours(month.medianHours)],
    ['Appeals', month.appeals],
    ['Decisions reversed after an appeal', month.appealsUpheld],
  ] as const

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
  return months.map((month) => (
    <section key={month.month} aria-labelledby={month.month}>
      <h2 id={month.month}>{monthName(month.month)}</h2>
      <dl>
        {factsOf(month).map(([label, figure]) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{figure}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  ))
}

export const TransparencyPage = () => (
  <StaticPage
    description="How many reports we received, what we decided, how quickly, and how often we were wrong."
    path="/transparency"
  >
    <p className="prose-lead">
      This is what people reported in the last twelve months, and what we did about it. The figures come
      straight from our records.
    </p>
    <ul>
      <li>A report alone removes nothing. A moderator looks at each one.</li>
      <li>Every decision names the rule and says why. If you appeal, somebody else looks at it again.</li>
      <li>
        Moderators read private messages only if one was reported, and only those around it. We record each
        time.
      </li>
      <li>Usual time to decide: we decide half of the cases within this time.</li>
    </ul>
    <Months />
  </StaticPage>
)
