import type { Socket } from 'node:net'
import { createAdapter } from '@socket.io/postgres-adapter'
import pg from 'pg'
import type { Log } from '#server/log.ts'
import type { Bus } from './bus.ts'
import { inBatches } from './in-batches.ts'

const TABLE = 'live_attachments'
const CHANNEL_PREFIX = 'live'
/** The adapter's channel for the one namespace there is. */
const CHANNEL = `${CHANNEL_PREFIX}#/`
/** A notification holds less than 8,000 bytes; what is longer goes through the table. */
const NOTIFICATION_BYTES = 7500
/** One listens; the others tell. */
const CONNECTIONS = 4
const CONNECT_MILLISECONDS = 5000
/** Of a statement that has no answer: its connection is given up for another. */
const ANSWER_MILLISECONDS = 5000
const TRIES = 3
/** The adapter tells of itself so often, which its own process hears as well. */
const HEARD_MILLISECONDS = 5000
/** So many times in a row without having heard anything. */
const DEAF_AFTER = 3

/** What the adapter says for each of its news, and what says many at once. */
const TELL = /^select pg_notify/i
const TELL_ALL = 'select pg_notify($1, news) from unnest($2::text[]) as told (news)'
const CLEAN_UP = /^delete/i

/** What is told need not be on the disk before it is heard. */
const withoutWaiting = (client: pg.ClientBase) => client.query('set synchronous_commit to off')

function openPool(url: string, log: Log): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
    query_timeout: ANSWER_MILLISECONDS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'sankofa live',
    onConnect: withoutWaiting as (client: pg.ClientBase) => void,
  })
  pool.on('error', (error) => log.warn({ err: error }, 'a connection for live news was lost'))
  // That of one in use fails its statement, and would end the process besides.
  pool.on('connect', (client) => void client.on('error', () => undefined))
  return pool
}

/** What to break it off by: to end it in order would wait for the other end, which may be gone without a word. */
const streamOf = (client: pg.ClientBase) =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream

function breakOffWhenDeaf(client: pg.ClientBase, milliseconds: number): void {
  const stream = streamOf(client)
  let silent = 0
  const timer = setInterval(() => {
    silent += 1
    if (silent >= DEAF_AFTER) stream.destroy()
  }, milliseconds).unref()
  client.on('notification', () => (silent = 0))
  stream.once('close', () => clearInterval(timer))
}

async function listen(pool: pg.Pool, heardMilliseconds: number): Promise<pg.PoolClient> {
  const client = await pool.connect()
  // Or the pool would count it for ever, and have none left after a few interruptions.
  client.once('end', () => client.release(true))
  try {
    await client.query(`listen ${pg.escapeIdentifier(CHANNEL)}`)
  } catch (error) {
    streamOf(client).destroy()
    throw error
  }
  breakOffWhenDeaf(client, heardMilliseconds)
  return client
}

/** Two or three processes need nothing but their database. */
export function postgresBus(url: string, log: Log, heardMilliseconds = HEARD_MILLISECONDS): Bus {
  const pool = openPool(url, log)
  const ready = Promise.withResolvers<void>()
  const whenHearingAgain: (() => void)[] = []
  const whenNotTold: (() => void)[] = []
  let hasListened = false
  let closing = false

  /** Listens before the adapter does, since the adapter tells nobody when it does again after an interruption. */
  async function connectToListen() {
    const client = await listen(pool, heardMilliseconds)
    // The adapter hangs its handlers onto the connection before the event loop turns.
    setImmediate(() => {
      if (hasListened) for (const handle of whenHearingAgain) handle()
      hasListened = true
      ready.resolve()
    })
    return client
  }

  /** Tries again, since an idle connection may have died unnoticed. */
  async function insist(text: string, values?: unknown[]) {
    for (let tried = 1; ; tried += 1) {
      try {
        return await pool.query(text, values)
      } catch (error) {
        if (tried < TRIES && !closing) continue
        if (!CLEAN_UP.test(text)) for (const handle of whenNotTold) handle()
        throw error
      }
    }
  }

  const news = inBatches((texts) => insist(TELL_ALL, [CHANNEL, texts]))
  const query = (text: string, values?: unknown[]) =>
    TELL.test(text) && values?.[0] === CHANNEL ? news.send(String(values[1])) : insist(text, values)

  const adapter = createAdapter({ connect: connectToListen, query } as unknown as pg.Pool, {
    tableName: TABLE,
    channelPrefix: CHANNEL_PREFIX,
    payloadThreshold: NOTIFICATION_BYTES,
    heartbeatInterval: heardMilliseconds,
    errorHandler: (error) => log.warn({ err: error }, 'live news between processes failed'),
  })
  return {
    adapter,
    ready: ready.promise,
    onHearingAgain: (handle) => void whenHearingAgain.push(handle),
    onNotTold: (handle) => void whenNotTold.push(handle),
    async close() {
      closing = true
      await news.settled()
      await pool.end()
    },
  }
}
