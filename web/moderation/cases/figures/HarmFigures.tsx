import { useQuery } from '@tanstack/react-query'
import type { HarmFigures as Figures } from '#contract/moderation/cases/colleagues.ts'
import { HARMS } from '#contract/moderation/harms.ts'
import { Facts } from '#web/moderation/cases/Facts.tsx'
import { Part } from '#web/moderation/cases/Part.tsx'
import { harmFiguresQuery } from '#web/moderation/staff/queries.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { loadedData } from '#web/platform/ui/loaded-data.tsx'
import { durationText } from './duration-text.ts'

/** The server stops counting at this number. */
const COUNT_MAX = 1000

const shareText = (part: number, all: number, of: string) => (all === 0 ? 'None' : `${part} of ${all} ${of}`)
const timeText = (hours: number | null) => (hours === null ? 'None' : durationText(hours))

const factsOf = (figures: Figures): [string, string][] => [
  ['Waiting', figures.waiting >= COUNT_MAX ? '1,000 or more' : String(figures.waiting)],
  ['Decided', String(figures.decided)],
  ['Half within', timeText(figures.medianHours)],
  ['9 of 10 within', timeText(figures.p90Hours)],
  ['Upheld', shareText(figures.upheld, figures.decided, 'cases')],
  ['Overturned', shareText(figures.overturned, figures.appeals, 'appeals')],
]

/** For each class of harm, what waits and how the last seven days went. */
export function HarmFigures() {
  const [data, instead] = loadedData(useQuery(harmFiguresQuery(useApi())), 'Failed to load the figures')
  if (!data) return instead
  const { appeals, overturned } = data.withoutCase
  return (
    <section aria-labelledby="figures">
      <h2 id="figures" className="text-xl font-bold">
        The last seven days
      </h2>
      <p className="mb-4 text-sm text-muted">
        The times run from the opening of a case to the decision. Upheld means that the reports were right,
        and overturned that an appeal was.
      </p>
      <div className="staff-cards">
        {data.figures.map((figures) => (
          <Part key={figures.harm} title={HARMS[figures.harm]}>
            <Facts facts={factsOf(figures)} />
          </Part>
        ))}
        {appeals > 0 && (
          <Part title="Decisions without a case">
            <Facts facts={[['Overturned', shareText(overturned, appeals, 'appeals')]]} />
          </Part>
        )}
      </div>
    </section>
  )
}
