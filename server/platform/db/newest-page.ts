import * as z from 'zod/mini'
import { invalidInput } from '#server/platform/errors/app-error.ts'
import { isMoment } from './moment.ts'

/** Position in a list sorted newest first: after the row with this moment and id. */
export interface NewestCursor {
  createdAt: string
  id: string
}

const CURSOR = /^(.{24})_(.{36})$/

/** Returns null for the beginning. Refuses text that is not a cursor of such a list as invalid input. */
export function parseNewestCursor(cursor: string | undefined): NewestCursor | null {
  if (cursor === undefined) return null
  const [, createdAt, id] = CURSOR.exec(cursor) ?? []
  if (!createdAt || !isMoment(createdAt) || !z.safeParse(z.uuid(), id).success) {
    throw invalidInput([{ field: 'cursor', message: 'Not a cursor of this list' }])
  }
  return { createdAt, id: id ?? '' }
}

/** A page of at most `size` items. `rows` may hold one more, which shows that more follow. */
export function newestPage<Row extends { created_at: string; id: string }, Item>(
  rows: readonly Row[],
  size: number,
  toItem: (row: Row) => Item,
): { items: Item[]; nextCursor: string | null } {
  const shown = rows.slice(0, size)
  const last = rows.length > size ? shown.at(-1) : undefined
  return { items: shown.map(toItem), nextCursor: last ? `${last.created_at}_${last.id}` : null }
}
