import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { afterCommit, type Database } from '#server/platform/db/connect.ts'
import { LISTS_KEY, SITE_KEY, sellerKey } from '#server/platform/http/cdn/keys.ts'
import type { Purges } from '#server/platform/http/cdn/purging.ts'
import type { Takedowns } from '#server/platform/http/stand-ins/takedowns.ts'
import type { Listener } from '#server/platform/db/listener.ts'

export const PUBLIC_CHANGES_CHANNEL = 'public_changed'

/** Fields of a new product that decide which lists contain it. */
const PublishedProduct = z.object({
  sellerId: z.string(),
  category: z.nullable(z.string()),
  region: z.nullable(z.string()),
  /** Attributes by their columns. */
  choices: z.record(z.string(), z.unknown()),
  /** Lexemes of its texts; those of its location follow. */
  words: z.array(z.string()),
  locationTerms: z.array(z.string()),
})
export type PublishedProduct = z.output<typeof PublishedProduct>

/**
 * A public change: 'pages' changes the content of pages, 'notice' the notice on every page, 'market' also the set of
 * products with its counts and lists, and 'withheld' hides something that must no longer be shown anywhere. A new
 * product only changes the lists that contain it.
 */
export type PublicChange = 'pages' | 'notice' | 'market' | 'withheld' | PublishedProduct

const PUBLISHED = 'published'
/** PostgreSQL refuses notifications of 8,000 bytes. */
const LONGEST_PAYLOAD = 7_900

/**
 * Keys of content that must not be shown any more, even while the database is unreachable; none if old content may be
 * shown.
 */
function takenDownKeys(change: PublicChange, keys?: readonly string[]): readonly string[] {
  if (change === 'withheld') return keys ? [LISTS_KEY, ...keys] : [SITE_KEY]
  return change === 'pages' && keys ? keys : []
}

/** The payload of a notification that announces a change to other processes. */
export function payloadOf(change: PublicChange, from: string, keys?: readonly string[]): string {
  if (typeof change === 'string') {
    const payload = [change, from, ...takenDownKeys(change, keys)].join(' ')
    return Buffer.byteLength(payload) > LONGEST_PAYLOAD ? `${change} ${from} ${SITE_KEY}` : payload
  }
  const payload = `${PUBLISHED} ${from} ${JSON.stringify(change)}`
  return Buffer.byteLength(payload) > LONGEST_PAYLOAD ? `market ${from}` : payload
}

/** Reads a change; an unknown one, for example of a later version, counts as 'market'. */
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
  /** True if processes on other machines announce changes, which this one misses while it does not listen. */
  hasOtherMachines: boolean
}

/** Announces changes of public data to all its caches: those of every process, in memory and on disk, and the CDN. */
export function publicChanges({ listener, purges, takedowns, hasOtherMachines }: PublicChangesDeps) {
  const handlers: ((change: PublicChange) => void)[] = []
  const notify = (change: PublicChange) => {
    for (const handle of handlers) handle(change)
  }
  /**
   * Own changes that were handled once, after their commit or PostgreSQL's notification; the other of the two is still
   * to come.
   */
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
    // Announcements during the disconnect are lost, so everything may have changed.
    notify('market')
  })
  return {
    /**
     * Call it in the transaction that makes the change: once it commits, this process knows of it, and others soon. A
     * CDN purges lists and replies with these `keys`, or everything if there are none.
     */
    async announce(tx: Database, change: PublicChange, keys?: readonly string[]) {
      count += 1
      const id = `${own}:${count}`
      // PostgreSQL's notification may arrive after the writer's next read. If the connection breaks during the
      // commit, only the notification arrives.
      afterCommit(tx, () => notifyOnce(id, change))
      await sql`select pg_notify(${PUBLIC_CHANGES_CHANNEL}, ${payloadOf(change, id, keys)})`.execute(tx)
      const takenDown = takenDownKeys(change, keys)
      if (takenDown.length > 0) {
        // The takedown is announced before the commit, whose result stays unknown if the database dies, and after it
        // for content loaded in between.
        takedowns.announce(takenDown)
        afterCommit(tx, () => takedowns.announce(takenDown))
      }
      await purges?.enqueue(tx, purgedKeys(change, keys))
    },
    onChange: (handle: (change: PublicChange) => void) => void handlers.push(handle),
  }
}
