import { createAdapter } from '@socket.io/postgres-adapter'
import pg from 'pg'
import type { Log } from '#server/log.ts'
import type { Bus } from './bus.ts'

const TABLE = 'live_attachments'
const CHANNEL_PREFIX = 'live'
/** The adapter's channel for the one namespace there is. */
const CHANNEL = `${CHANNEL_PREFIX}#/`
/** A notification holds less than 8,000 bytes; what is longer goes through the table. */
const NOTIFICATION_BYTES = 7500
/** One listens; the others tell. */
const CONNECTIONS = 4
const CONNECT_MILLISECONDS = 5000
const TRIES = 3

/** What is told need not be on the disk before it is heard. */
const withoutWaiting = (client: pg.ClientBase) => client.query('set synchronous_commit to off')

function openPool(url: string, log: Log): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
    application_name: 'sankofa live',
    onConnect: withoutWaiting as (client: pg.ClientBase) => void,
  })
  pool.on('error', (error) => log.warn({ err: error }, 'a connection for live news was lost'))
  // That of one in use fails its statement, and would end the process besides.
  pool.on('connect', (client) => void client.on('error', () => undefined))
  return pool
}

/** Two or three processes need nothing but their database. */
export function postgresBus(url: string, log: Log): Bus {
  const pool = openPool(url, log)
  const ready = Promise.withResolvers<void>()
  const whenHearingAgain: (() => void)[] = []
  const whenNotTold: (() => void)[] = []
  let hasListened = false

  /** Listens before the adapter does, since the adapter tells nobody when it does again after an interruption. */
  async function connectToListen() {
    const client = await pool.connect()
    // Or the pool would count it for ever, and have none left after a few interruptions.
    client.once('end', () => client.release(true))
    await client.query(`listen ${pg.escapeIdentifier(CHANNEL)}`)
    // The adapter hangs its handlers onto the connection before the event loop turns.
    setImmediate(() => {
      if (hasListened) for (const handle of whenHearingAgain) handle()
      hasListened = true
      ready.resolve()
    })
    return client
  }

  /** Tries again, since an idle connection may have died unnoticed. */
  async function query(text: string, values?: unknown[]) {
    for (let tried = 1; ; tried += 1) {
      try {
        return await pool.query(text, values)
      } catch (error) {
        if (tried < TRIES) continue
        if (!/^delete/i.test(text)) for (const handle of whenNotTold) handle()
        throw error
      }
    }
  }

  const adapter = createAdapter({ connect: connectToListen, query } as unknown as pg.Pool, {
    tableName: TABLE,
    channelPrefix: CHANNEL_PREFIX,
    payloadThreshold: NOTIFICATION_BYTES,
    errorHandler: (error) => log.warn({ err: error }, 'live news between processes failed'),
  })
  return {
    adapter,
    ready: ready.promise,
    onHearingAgain: (handle) => void whenHearingAgain.push(handle),
    onNotTold: (handle) => void whenNotTold.push(handle),
    close: () => pool.end(),
  }
}
