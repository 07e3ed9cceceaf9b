import { CASES_PER_PAGE } from '#contract/limits.ts'
import type { Pile, QueueEntry, QueueQuery, Sort } from '#contract/moderation/cases/queue.ts'
import { harmAt, harmRank } from '#contract/moderation/harms.ts'
import type { TargetKind } from '#contract/moderation/reports/report-reasons.ts'
import type { Context } from '#server/context.ts'
import type { CaseRow } from '#server/moderation/cases/case-queries.ts'
import { readerOf, toCard } from '#server/moderation/cases/cases.ts'
import { isMoment } from '#server/platform/db/moment.ts'
import { invalidInput } from '#server/platform/errors/app-error.ts'
import * as queries from './queue-queries.ts'

const CURSOR = /^([a-z]{6,7})_(\d)_(-?[\d.e+]{1,30})_(.{24})_([0-9a-f-]{36})$/

/** A cursor belongs to one order, because positions in the others would skip cases. */
function parseCursor(cursor: string | undefined, sort: Sort): queries.Position | null {
  if (cursor === undefined) return null
  const [, of, harm, position, openedAt, id] = CURSOR.exec(cursor) ?? []
  if (of !== sort || !id || !openedAt || !isMoment(openedAt) || !Number.isFinite(Number(position)))
    throw invalidInput([{ field: 'cursor', message: 'Not a cursor of this list' }])
  return { harm: Number(harm), queue_position: Number(position), opened_at: openedAt, id }
}

const toCursor = (sort: Sort, { harm, queue_position, opened_at, id }: queries.Position) =>
  [sort, harm, queue_position, opened_at, id].join('_')

const toPile = (row: queries.PileRow): Pile => ({
  id: row.pile_id,
  cases: row.pile_cases,
  people: row.pile_people,
  harm: harmAt(row.pile_harm),
  caseIds: row.pile_case_ids,
  kinds: row.pile_kinds as TargetKind[],
})

const FILTERS = ['kind', 'reason', 'language'] as const

/** Open cases or piles that the moderator may see, and the number of cases (at most 1,000). */
export async function listCases(
  { db, signer }: Pick<Context, 'db' | 'signer'>,
  { moderatorId, ...query }: QueueQuery & { moderatorId: string },
) {
  const { sort = 'gravest', by, harm, cursor } = query
  const wanted = {
    reader: await readerOf(db, moderatorId),
    harm: harm === undefined ? null : harmRank(harm),
    age: query.age ?? null,
    pile: query.pile ?? null,
    filters: FILTERS.flatMap((name) => (query[name] === undefined ? [] : `/${name}/${query[name]}`)),
    q: query.q ?? '',
  }
  const after = parseCursor(cursor, sort)
  const { open, areFew } = await queries.countOpenCases(db, wanted)
  const page = { wanted, areFew, sort, after, limit: CASES_PER_PAGE + 1 }
  const toEntry = (row: CaseRow, pile: Pile | null): QueueEntry => ({ ...toCard(signer.sign)(row), pile })
  const list = <Row extends CaseRow>(rows: Row[], pileOf: (row: Row) => Pile | null) => {
    const shown = rows.slice(0, CASES_PER_PAGE)
    const last = rows.length > CASES_PER_PAGE ? shown.at(-1) : undefined
    return {
      items: shown.map((row) => toEntry(row, pileOf(row))),
      nextCursor: last ? toCursor(sort, last) : null,
      open,
    }
  }
  return by === 'pile'
    ? list(await queries.selectPiles(db, page), toPile)
    : list(await queries.selectOpenCases(db, page), () => null)
}
