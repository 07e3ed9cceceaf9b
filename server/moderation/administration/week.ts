import { WEEK_FIGURES, type WeekFigureName } from '#contract/moderation/administration/figures.ts'
import type { WeekFigure } from '#contract/moderation/administration/administration.ts'
import type { Context } from '#server/context.ts'
import { defineJob } from '#server/platform/jobs/job-kind.ts'
import { countWeeks, replaceWeekFigures, selectWeekFigures } from './queries.ts'

export const FIRST_COUNT = defineJob('first-week-count')
const NAMES = Object.keys(WEEK_FIGURES) as WeekFigureName[]

/** Runs every hour, so that nobody waits for a count. */
export async function countWeek({ db }: Pick<Context, 'db'>): Promise<void> {
  const [thisWeek, weekBefore] = await countWeeks(db)
  const rows = NAMES.map((name) => ({ name, this_week: thisWeek[name], week_before: weekBefore[name] }))
  await db.transaction().execute((tx) => replaceWeekFigures(tx, rows))
}

/** Returns the last counts. If there are none yet, it starts the first count. */
export async function getWeek({
  db,
  jobs,
}: Pick<Context, 'db' | 'jobs'>): Promise<{ countedAt: string | null; figures: WeekFigure[] }> {
  const rows = await selectWeekFigures(db)
  const [first] = rows
  if (!first) {
    await jobs.enqueue(db, FIRST_COUNT, {}, { singletonKey: 'once' })
    return { countedAt: null, figures: [] }
  }
  const byName = new Map(rows.map((row) => [row.name, row]))
  return {
    countedAt: first.counted_at,
    figures: NAMES.map((name) => ({
      name,
      thisWeek: byName.get(name)?.this_week ?? null,
      weekBefore: byName.get(name)?.week_before ?? null,
    })),
  }
}
