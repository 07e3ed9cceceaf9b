import { sql } from 'kysely'
import { setInterval } from 'node:timers/promises'
import { connect } from '#server/platform/db/connect.ts'
import { payloadOf, PUBLIC_CHANGES_CHANNEL } from '#server/platform/http/pages/public-changes.ts'
import { CHOICE_COLUMNS } from '#server/products/choices.ts'
import { PUBLISHED_COLUMNS, toPublished } from '#server/selling/published.ts'
import type { BenchDatabase } from './bench-database.ts'

const EACH_MILLISECONDS = 1000
const COPIED = [
  'title',
  'description',
  'price',
  ...CHOICE_COLUMNS,
  'category_id',
  'region',
  'place_id',
  'tags',
  'seller_id',
  'status',
  'attributes',
  'search',
  'search_version',
] as const

/** Publishes a copy of an existing listing every second, like a busy market, while `work` runs. */
export async function whilePublishing<T>({ url }: BenchDatabase, work: () => Promise<T>): Promise<T> {
  const db = connect(url, { connections: 1 })
  const ending = new AbortController()
  const publishing = (async () => {
    const { signal } = ending
    for await (const _ of setInterval(EACH_MILLISECONDS, undefined, { signal })) {
      await db.transaction().execute(async (tx) => {
        const row = await tx
          .insertInto('products')
          .columns(COPIED)
          .expression((eb) =>
            eb
              .selectFrom('products')
              .select(COPIED)
              .where('status', '=', 'available')
              .orderBy('created_at', 'desc')
              .offset(100)
              .limit(1),
          )
          .returning(PUBLISHED_COLUMNS)
          .executeTakeFirstOrThrow()
        const payload = payloadOf(toPublished(row), 'bench')
        await sql`select pg_notify(${PUBLIC_CHANGES_CHANNEL}, ${payload})`.execute(tx)
      })
    }
  })().catch((error: unknown) => {
    if (!ending.signal.aborted) throw error
  })
  try {
    return await Promise.race([work(), publishing.then(() => new Promise<never>(() => undefined))])
  } finally {
    ending.abort()
    await publishing.catch(() => undefined)
    await db.destroy()
  }
}
