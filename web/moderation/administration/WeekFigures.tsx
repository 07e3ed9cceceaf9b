import { useQuery } from '@tanstack/react-query'
import { WEEK_FIGURES } from '#contract/moderation/administration/figures.ts'
import type { WeekFigure } from '#contract/moderation/administration/administration.ts'
import { usePublicConfig } from '#web/platform/config/public-config.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { RelativeTime } from '#web/platform/ui/time/RelativeTime.tsx'
import { loadedData } from '#web/platform/ui/loaded-data.tsx'
import { weekQuery } from './queries.ts'

function FigureRow({ figure }: { figure: WeekFigure }) {
  const { locale } = usePublicConfig()
  const text = (value: number | null) => (value === null ? '–' : value.toLocaleString(locale))
  return (
    <tr>
      <th scope="row" className="wrap-break-word">
        {WEEK_FIGURES[figure.name]}
      </th>
      <td>{text(figure.thisWeek)}</td>
      <td>{text(figure.weekBefore)}</td>
    </tr>
  )
}

/** Figures of the last days beside the figures of the period before. */
export function WeekFigures() {
  const [data, instead] = loadedData(useQuery(weekQuery(useApi())), 'Failed to load the figures')
  if (!data) return instead
  if (data.countedAt === null) return <p role="status">Counting for the first time…</p>
  return (
    <section aria-label="Figures of the week" className="card p-4">
      <table className="staff-figures">
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">What</span>
            </th>
            <th scope="col">Last 7 days</th>
            <th scope="col">7 days before</th>
          </tr>
        </thead>
        <tbody>
          {data.figures.map((figure) => (
            <FigureRow key={figure.name} figure={figure} />
          ))}
        </tbody>
      </table>
      <p className="mt-3 text-sm text-muted">
        {'Counted every hour. Last count: '}
        <RelativeTime iso={data.countedAt} />
      </p>
    </section>
  )
}
