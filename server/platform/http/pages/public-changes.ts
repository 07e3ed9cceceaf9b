import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { afterCommit, type Database } from '#server/platform/db/connect.ts'
import { LISTS_KEY, SITE_KEY, sellerKey } from '#server/platform/http/cdn/keys.ts'
import type { Purges } from '#server/platform/http/cdn/purging.ts'
import type { Takedowns } from '#server/platform/http/stand-ins/takedowns.ts'
import type { Listener } from '#server/platform/db/listener.ts'

export const PUBLIC_CHANGES_CHANNEL = 'public_changed'

/** What of a new product decides which lists have it. */
const PublishedProduct = z.object({
  sellerId: z.string(),
  category: z.nullable(z.string()),
  region: z.nullable(z.string()),
  /** By their columns. */
  choices: z.record(z.string(), z.unknown()),
  /** Lexemes of its texts, and of its location. */
  words: z.array(z.string()),
  locationTerms: z.array(z.string()),
})
export type PublishedProduct = z.output<typeof PublishedProduct>

/**
 * What a write changed for everyone: 'pages' is what pages say, 'market' also which products there are, so that
 * counts and lists are others, and 'withheld' that something was taken out of sight, so that nothing may show it any
 * longer; a product is one more, so that what is said of others stays, and lists without it.
 */
export type PublicChange = 'pages' | 'notice' | 'market' | 'withheld' | PublishedProduct

const PUBLISHED = 'published'
/** PostgreSQL refuses 8,000 bytes. */
const LONGEST_PAYLOAD = 7_900

/** Keys of what may not be shown any more, not even while the database is away; none where that may stand in. */
function takenDownKeys(change: PublicChange, keys?: readonly string[]): readonly string[] {
  if (change === 'withheld') return keys ? [LISTS_KEY, ...keys] : [SITE_KEY]
  return change === 'pages' && keys ? keys : []
}

/** As one process sends it to the others. */
export function payloadOf(change: PublicChange, from: string, keys?: readonly string[]): string {
  if (typeof change === 'string') {
    const payload = [change, from, ...takenDownKeys(change, keys)].join(' ')
    return Buffer.byteLength(payload) > LONGEST_PAYLOAD ? `${change} ${from} ${SITE_KEY}` : payload
  }
  const payload = `${PUBLISHED} ${from} ${JSON.stringify(change)}`
  return Buffer.byteLength(payload) > LONGEST_PAYLOAD ? `market ${from}` : payload
}

/** What is not understood, such as that of a later version, may be anything. */
function readChange(name: string | undefined, facts: string): PublicChange {
  if (name === 'pages' || name === 'notice' || name === 'withheld') return name
  if (name !== PUBLISHED) return 'market'
  try {
    return PublishedProduct.parse(JSON.parse(facts))
  } catch {
    return 'market'
  }
}

export type PublicChanges = ReturnType<typeof publicChanges>

function purgedKeys(change: PublicChange, keys: readonly string[] | undefined): readonly string[] {
  if (typeof change !== 'string') return [LISTS_KEY, sellerKey(change.sellerId)]
  return keys ? [LISTS_KEY, ...keys] : [SITE_KEY]
}

interface PublicChangesDeps {
  listener: Listener
  purges?: Purges
  takedowns: Takedowns
  /** Whether processes on other machines announce changes, which are missed while this one does not listen. */
  hasOtherMachines: boolean
}

/** Announces writes to public data to all that keep a copy of it: processes in memory and on disk, and a CDN. */
export function publicChanges({ listener, purges, takedowns, hasOtherMachines }: PublicChangesDeps) {
  const handlers: ((change: PublicChange) => void)[] = []
  const notify = (change: PublicChange) => {
    for (const handle of handlers) handle(change)
  }
  /** Own changes of which this process knows by their commit or by PostgreSQL, until it learns of them the other way too. */
  const known = new Set<string>()
  const notifyOnce = (id: string, change: PublicChange) => {
    if (known.delete(id)) return
    known.add(id)
    notify(change)
  }
  const own = randomUUID()
  let count = 0
  listener.on(PUBLIC_CHANGES_CHANNEL, (payload) => {
    const [name, from = '', ...facts] = payload.split(' ')
    const change = readChange(name, facts.join(' '))
    if (from.startsWith(own)) notifyOnce(from, change)
    else {
      if (typeof change === 'string') takedowns.note(facts)
      notify(change)
    }
  })
  listener.onListening(() => {
    known.clear()
    if (hasOtherMachines) takedowns.note([SITE_KEY])
    // What was announced while the connection was gone is not known, so it may have been anything.
    notify('market')
  })
  return {
    /**
     * Within the transaction that changes something public: once that commits, this process knows of it, and others soon.
     * By `keys` and as a list, a CDN has what it shows; without them that may be all.
     */
    async announce(tx: Database, change: PublicChange, keys?: readonly string[]) {
      count += 1
      const id = `${own}:${count}`
      // The notification of PostgreSQL may come later than the writer's own next read; it alone comes where the
      // connection breaks as the transaction commits.
      afterCommit(tx, () => notifyOnce(id, change))
      await sql`select pg_notify(${PUBLIC_CHANGES_CHANNEL}, ${payloadOf(change, id, keys)})`.execute(tx)
      const takenDown = takenDownKeys(change, keys)
      if (takenDown.length > 0) {
        // Whether it commits may stay unknown if the database dies then; afterwards for what was loaded meanwhile.
        takedowns.announce(takenDown)
        afterCommit(tx, () => takedowns.announce(takenDown))
      }
      await purges?.enqueue(tx, purgedKeys(change, keys))
    },
    onChange: (handle: (change: PublicChange) => void) => void handlers.push(handle),
  }
}
