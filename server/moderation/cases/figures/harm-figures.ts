import { ACTION_NAMES, actionNamed } from '#contract/moderation/cases/decisions.ts'
import { HARM_NAMES, harmRank } from '#contract/moderation/harms.ts'
import type { Context } from '#server/context.ts'
import { readerOf } from '#server/moderation/cases/cases.ts'
import * as queries from './queries.ts'

const UPHOLDING = ACTION_NAMES.filter((name) => actionNamed(name).upholds === true)

/**
 * Figures of the last seven days for each class of harm, without the cases that the moderator may not see. A decision
 * that was taken back counts nowhere, because its case is open again.
 */
export async function getHarmFigures({ db }: Pick<Context, 'db'>, { moderatorId }: { moderatorId: string }) {
  const reader = await readerOf(db, moderatorId)
  const [waiting, decided, appeals] = await Promise.all([
    queries.countWaitingByHarm(db, reader, HARM_NAMES.map(harmRank)),
    queries.selectDecidedByHarm(db, reader, UPHOLDING),
    queries.selectAppealsByHarm(db, reader),
  ])
  const countOf = (rank: number | null) => {
    const row = appeals.find(({ harm }) => harm === rank)
    return { appeals: row?.appeals ?? 0, overturned: row?.overturned ?? 0 }
  }
  return {
    figures: HARM_NAMES.map((harm) => {
      const rank = harmRank(harm)
      const row = decided.find((each) => each.harm === rank)
      return {
        harm,
        waiting: waiting.find((each) => each.harm === rank)?.waiting ?? 0,
        decided: row?.decided ?? 0,
        upheld: row?.upheld ?? 0,
        medianHours: row?.median_hours ?? null,
        p90Hours: row?.p90_hours ?? null,
        ...countOf(rank),
      }
    }),
    withoutCase: countOf(null),
  }
}
