import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '#server/context.ts'
import * as queries from './rebuild-queries.ts'

const PRODUCTS_AT_ONCE = 500
const WORDS_AT_ONCE = 1000
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'
const REPORT_EVERY = 100_000
/** Pause before locked products are tried again. */
const HELD_PAUSE_MS = 100

/** The job runs every minute; after an upgrade it has every listing to do. */
const RUN_MS = 45_000
const RUN_PAUSE_MS = 20

interface Rebuilding {
  /** Pause between batches, in favour of other users of the database. */
  pauseMs: number
  report: (text: string) => void
}

/**
 * Rebuilds the search data with the current code: documents of products, their indexes, the words of the market. It
 * locks few rows for a moment each, and may be interrupted and repeated.
 */
export async function rebuildSearch(
  { db, changes }: Pick<Context, 'db' | 'changes'>,
  rebuilding: Rebuilding,
): Promise<{ products: number; changed: number }> {
  const done = await rebuildDocuments({ db }, rebuilding)
  rebuilding.report('Rebuilding the indexes')
  await queries.rebuildIndexes(db)
  await recountWords({ db }, rebuilding)
  await db.transaction().execute((tx) => changes.announce(tx, 'market'))
  return done
}

async function rebuildDocuments({ db }: Pick<Context, 'db'>, { pauseMs, report }: Rebuilding) {
  const done = { products: 0, changed: 0 }
  const held: string[] = []
  for (let after = BEFORE_ALL; ;) {
    const ids = await queries.selectNext(db, { after, limit: PRODUCTS_AT_ONCE })
    const last = ids.at(-1)
    if (last === undefined) break
    after = last
    const batch = await queries.writeDocuments(db, ids)
    done.products += ids.length
    done.changed += batch.changed
    held.push(...batch.held)
    if (done.products % REPORT_EVERY === 0) report(`${done.products} products`)
    await sleep(pauseMs)
  }
  done.changed += await writeHeld(db, held)
  return done
}

/** Works in rounds, so that a row that is locked for long does not delay those that are locked briefly. */
async function writeHeld(db: Context['db'], ids: string[]): Promise<number> {
  let changed = 0
  for (let left = ids; left.length > 0; await sleep(left.length > 0 ? HELD_PAUSE_MS : 0)) {
    const round = await queries.writeDocuments(db, left)
    changed += round.changed
    left = round.held
  }
  return changed
}

/** Writes documents whose texts changed without them, and those of an earlier version, while the site runs. */
export async function writeDocuments({ db, changes }: Pick<Context, 'db' | 'changes'>): Promise<void> {
  let written = 0
  for (const end = Date.now() + RUN_MS; Date.now() < end; await sleep(RUN_PAUSE_MS)) {
    const { changed } = await queries.writeDocuments(db, await queries.selectUnwritten(db, PRODUCTS_AT_ONCE))
    // The rest is locked, or there is none; the next run continues.
    if (changed === 0) break
    written += changed
  }
  if (written > 0) await db.transaction().execute((tx) => changes.announce(tx, 'market'))
}

const recountWords = ({ db }: Pick<Context, 'db'>, { pauseMs }: Rebuilding): Promise<void> =>
  db.connection().execute(async (connection) => {
    await queries.countWords(connection)
    for (let after: string | undefined = ''; after !== undefined; await sleep(pauseMs))
      after = await queries.writeWords(connection, { after, limit: WORDS_AT_ONCE })
  })
