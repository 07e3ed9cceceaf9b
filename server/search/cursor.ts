import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { Sort } from '#contract/selling/choices.ts'
import { invalidInput } from '#server/platform/errors/app-error.ts'
import { isMoment } from '#server/platform/db/moment.ts'

const Moment = z.string().check(z.refine(isMoment))
const Id = z.uuid()
const Price = z.string().check(z.regex(/^\d{1,6}\.\d\d$/))
const Whole = z.int().check(z.minimum(0), z.maximum(30_000_000))

/** The last row's position in its order. It ends with the moment and id, which make it unique. */
const POSITIONS = {
  newest: z.tuple([Moment, Id]),
  oldest: z.tuple([Moment, Id]),
  price_low: z.tuple([Price, Moment, Id]),
  price_high: z.tuple([Price, Moment, Id]),
  /** The score comes first. */
  relevance: z.tuple([z.int().check(z.minimum(0), z.maximum(3)), Moment, Id]),
  /** Metres to its town, then the town. */
  distance: z.tuple([Whole, Whole, Moment, Id]),
} as const satisfies Record<Sort, z.ZodMiniType>

export type PositionIn<S extends Sort> = z.output<(typeof POSITIONS)[S]>

export interface Cursor {
  /** True if the list is of similar words instead of the typed ones. */
  similar: boolean
  position: (string | number)[]
}

const fingerprint = (list: string) => createHash('sha256').update(list).digest('base64url').slice(0, 8)

/** `list` names the list that the cursor belongs to. */
export const encodeCursor = ({ similar, position }: Cursor, list: string): string =>
  Buffer.from(JSON.stringify([fingerprint(list), similar, ...position])).toString('base64url')

/** Returns whether a cursor belongs to this list; its position may still be unusable. */
export function isCursorOf(text: string, list: string): boolean {
  const value = parse(text)
  return Array.isArray(value) && value[0] === fingerprint(list)
}

/** Throws invalid-input unless it is a cursor of this list. */
export function decodeCursor(text: string, list: string, sort: Sort): Cursor {
  const value = parse(text)
  if (Array.isArray(value)) {
    const [mark, similar, ...position] = value as unknown[]
    const known = z.safeParse(POSITIONS[sort], position)
    if (mark === fingerprint(list) && typeof similar === 'boolean' && known.success) {
      return { similar, position: known.data }
    }
  }
  throw invalidInput([{ field: 'cursor', message: 'This cursor does not belong to this list' }])
}

function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return undefined
  }
}
