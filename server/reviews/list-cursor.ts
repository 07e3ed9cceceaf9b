import { REVIEW_STANDINGS, type ReviewStanding } from '#contract/selling/choices.ts'
import { newestPage, type NewestCursor, parseNewestCursor } from '#server/platform/db/newest-page.ts'

export interface ListCursor extends NewestCursor {
  standing: ReviewStanding
}

/** Returns null for the beginning. Throws invalid-input. */
export function parseListCursor(cursor: string | undefined): ListCursor | null {
  const standing = REVIEW_STANDINGS.find((each) => cursor?.startsWith(`${each}_`))
  const after = parseNewestCursor(standing ? cursor?.slice(standing.length + 1) : cursor)
  return after && { ...after, standing: standing ?? 'counted' }
}

/** A page of at most `size` items; `rows` has one more if further pages follow. */
export function listPage<Row extends { standing: ReviewStanding; created_at: string; id: string }, Item>(
  rows: readonly Row[],
  size: number,
  toItem: (row: Row) => Item,
) {
  const { items, nextCursor } = newestPage(rows, size, toItem)
  const last = rows[size - 1]
  return { items, nextCursor: nextCursor && `${last?.standing}_${nextCursor}` }
}
