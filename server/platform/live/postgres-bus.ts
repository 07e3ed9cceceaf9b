import type { Socket } from 'node:net'
import { createAdapter } from '@socket.io/postgres-adapter'
import pg from 'pg'
import { noteNetworkError } from '#server/platform/errors/database-outage.ts'
import type { Log } from '#server/platform/process/log.ts'
import type { Bus } from './bus.ts'
import { inBatches } from './in-batches.ts'

const TABLE = 'live_attachments'
const CHANNEL_PREFIX = 'live'
/** The adapter's channel for the only namespace. */
const CHANNEL = `${CHANNEL_PREFIX}#/`
/** A PostgreSQL notification holds less than 8,000 bytes; longer ones go through the table. */
const NOTIFICATION_BYTES = 7500
/** Connections of the pool; one listens, the others publish. */
const CONNECTIONS = 4
const CONNECT_TIMEOUT_MS = 5000
/** Time after which a connection with an unanswered statement is replaced. */
const QUERY_TIMEOUT_MS = 5000
const ATTEMPTS = 3
/** The adapter's heartbeat, which its own process receives as well. */
const HEARTBEAT_MS = 5000
/** Heartbeats in a row that did not arrive, after which the connection counts as broken. */
const MISSED_MAX = 3

/** The adapter's statement for one event, and ours for many. */
const NOTIFY = /^select pg_notify/i
const NOTIFY_ALL = 'select pg_notify($1, event) from unnest($2::text[]) as events (event)'
const CLEAN_UP = /^delete/i

const isEvent = (text: string, values: unknown[] = []): boolean => NOTIFY.test(text) && values[0] === CHANNEL

/** Notifications are never stored, so a commit need not wait for the disk. */
const disableSynchronousCommit = (client: pg.ClientBase) => client.query('set synchronous_commit to off')

function openPool(url: string, log: Log): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'sankofa live',
    onConnect: disableSynchronousCommit as (client: pg.ClientBase) => void,
  })
  pool.on('error', (error) => {
    noteNetworkError(error)
    log.warn({ err: error }, 'a connection for live events was lost')
  })
  // An error of a connection in use fails its statement; unhandled it would also end the process.
  pool.on('connect', (client) => void client.on('error', () => undefined))
  return pool
}

/**
 * The stream allows closing a connection at once; an orderly end would wait for the other side, which may have
 * disappeared.
 */
const streamOf = (client: pg.ClientBase) =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream

function closeWithoutHeartbeat(client: pg.ClientBase, milliseconds: number): void {
  const stream = streamOf(client)
  let missed = 0
  const timer = setInterval(() => {
    missed += 1
    if (missed >= MISSED_MAX) stream.destroy()
  }, milliseconds).unref()
  client.on('notification', () => (missed = 0))
  stream.once('close', () => clearInterval(timer))
}

async function listen(pool: pg.Pool, heartbeatMs: number): Promise<pg.PoolClient> {
  const client = await pool.connect()
  // The pool would otherwise count the connection for ever, and have none left after a few interruptions.
  client.once('end', () => client.release(true))
  try {
    await client.query(`listen ${pg.escapeIdentifier(CHANNEL)}`)
  } catch (error) {
    streamOf(client).destroy()
    throw error
  }
  closeWithoutHeartbeat(client, heartbeatMs)
  return client
}

interface Retrying {
  isClosing: () => boolean
  /** Called when an event could not be sent. */
  onFailed: () => void
}

/** Retries statements, because an idle connection may have died unnoticed. */
const retryingQuery =
  (pool: pg.Pool, { isClosing, onFailed }: Retrying) =>
  async (text: string, values?: unknown[]) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await pool.query(text, values)
      } catch (error) {
        if (attempt < ATTEMPTS && !isClosing()) continue
        if (!CLEAN_UP.test(text)) onFailed()
        throw error
      }
    }
  }

/** A bus through the database, which is enough for two or three processes. */
export function postgresBus(url: string, log: Log, heartbeatMs = HEARTBEAT_MS): Bus {
  const pool = openPool(url, log)
  const ready = Promise.withResolvers<void>()
  const onReconnectedHandlers: (() => void)[] = []
  const onEmitFailedHandlers: (() => void)[] = []
  let listening: Promise<pg.PoolClient> | undefined
  let hasListened = false
  let isClosing = false

  /** Listens before the adapter does, because the adapter does not report when it reconnected. */
  async function connectToListen() {
    // The promise never settles, because the adapter would retry for ever.
    if (isClosing) return new Promise<never>(() => undefined)
    listening = listen(pool, heartbeatMs)
    const client = await listening
    // The adapter adds its handlers to the connection before the next turn of the event loop.
    setImmediate(() => {
      if (hasListened) for (const handle of onReconnectedHandlers) handle()
      hasListened = true
      ready.resolve()
    })
    return client
  }

  const queryWithRetry = retryingQuery(pool, {
    isClosing: () => isClosing,
    onFailed() {
      for (const handle of onEmitFailedHandlers) handle()
    },
  })
  const events = inBatches((texts) => queryWithRetry(NOTIFY_ALL, [CHANNEL, texts]))
  const query = (text: string, values?: unknown[]) =>
    isEvent(text, values) ? events.send(String(values?.[1])) : queryWithRetry(text, values)

  const adapter = createAdapter({ connect: connectToListen, query } as unknown as pg.Pool, {
    tableName: TABLE,
    channelPrefix: CHANNEL_PREFIX,
    payloadThreshold: NOTIFICATION_BYTES,
    heartbeatInterval: heartbeatMs,
    errorHandler(error) {
      noteNetworkError(error)
      log.warn({ err: error }, 'live events between processes failed')
    },
  })
  return {
    adapter,
    ready: ready.promise,
    onReconnected: (handle) => void onReconnectedHandlers.push(handle),
    onEmitFailed: (handle) => void onEmitFailedHandlers.push(handle),
    async close() {
      isClosing = true
      await events.settled()
      // The adapter releases its current connection, but not one that is still being opened.
      await listening?.then((client) => client.end()).catch(() => undefined)
      await pool.end()
    },
  }
}
