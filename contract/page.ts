import * as z from 'zod/mini'

/** Opaque position in a list; the next request sends it back to get the following items. */
export const Cursor = z.string().check(z.minLength(1), z.maxLength(300))

/** A page of a list; `nextCursor` is null on the last one. */
export const pageOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: z.nullable(z.string()) })
