import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { noteConnectionError } from '#server/platform/errors/database-outage.ts'

const RETRY_MILLISECONDS = 500
/** Silence after which keep-alive probes begin; they detect a vanished server some seconds later. */
const SILENCE_MILLISECONDS = 10_000
/** Interval of the listener's notifications to itself. */
const BEAT_MILLISECONDS = 2_000

export interface Listener {
  /** Calls `handle` with the notifications of all processes on a channel. */
  on(channel: string, handle: (payload: string) => void): void
  /**
   * Calls `handle` once all channels registered before are being listened to, and again after each reconnect:
   * notifications before that moment were lost.
   */
  onListening(handle: () => void): void
  /** False during a reconnect, in which notifications are lost. */
  isListening(): boolean
  /**
   * A moment as of `Date.now()`: notifications of everything committed before it were received. It is at most about
   * two seconds ago unless the database is slow or unreachable.
   */
  confirmedAt(): number
  close(): Promise<void>
}

const connection = (url: string) =>
  new pg.Client({
    connectionString: url,
    application_name: 'sankofa listener',
    keepAlive: true,
    keepAliveInitialDelayMillis: SILENCE_MILLISECONDS,
  })

/** The commit does not wait for the disk, because a notification lost in a crash does no harm. */
const NOTIFY = `select set_config('synchronous_commit', 'off', true), pg_notify($1, $2)`

const listen = (to: pg.Client, channel: string) => to.query(`listen ${pg.escapeIdentifier(channel)}`)

interface Channels extends Omit<Listener, 'confirmedAt'> {
  notify(channel: string, payload: string): Promise<unknown>
}

function openChannels(url: string, onLost?: (error: Error) => void): Channels {
  const handlers = new Map<string, (payload: string) => void>()
  const whenListening: (() => void)[] = []
  let client: pg.Client | undefined
  let listening = false
  let closed = false
  let retry: ReturnType<typeof setTimeout> | undefined
  /** Settles once channels registered on an open connection are listened to. */
  let listened: Promise<unknown> = Promise.resolve()

  function lost(failed: pg.Client, error: Error) {
    if (client !== failed || closed) return
    client = undefined
    listening = false
    noteConnectionError(error)
    onLost?.(error)
    failed.end().catch(() => undefined)
    retry = setTimeout(() => void open(), RETRY_MILLISECONDS)
  }

  async function open() {
    const opening = connection(url)
    client = opening
    opening.on('error', (error) => lost(opening, error))
    opening.on('end', () => lost(opening, new Error('the connection ended')))
    opening.on('notification', ({ channel, payload = '' }) => handlers.get(channel)?.(payload))
    try {
      await opening.connect()
      for (const channel of handlers.keys()) await listen(opening, channel)
      listening = client === opening
      if (listening) for (const handle of whenListening) handle()
    } catch (error) {
      lost(opening, error as Error)
    }
  }

  void open()
  return {
    on(channel, handle) {
      handlers.set(channel, handle)
      const to = client
      if (to && listening)
        listened = listened
          .then(() => (client === to ? listen(to, channel) : undefined))
          .catch((error: Error) => lost(to, error))
    },
    onListening(handle) {
      whenListening.push(handle)
      const to = client
      if (listening) void listened.then(() => client === to && listening && handle())
    },
    isListening: () => listening,
    notify: async (channel, payload) => client?.query(NOTIFY, [channel, payload]),
    async close() {
      closed = true
      clearTimeout(retry)
      await client?.end()
    },
  }
}

/**
 * Opens a dedicated connection for LISTEN that reconnects by itself. It notifies itself regularly: PostgreSQL
 * delivers in the order of commits, so a beat that returns proves that no earlier notification is missing.
 */
export function openListener(
  url: string,
  onLost?: (error: Error) => void,
  beatMilliseconds = BEAT_MILLISECONDS,
): Listener {
  const { notify, ...channels } = openChannels(url, onLost)
  const own = `beat ${randomUUID()}`
  let confirmedAt = -Infinity
  let isBeating = false
  channels.on(own, (sentAt) => (confirmedAt = Number(sentAt)))

  async function beat() {
    if (isBeating || !channels.isListening()) return
    isBeating = true
    // A database that refuses notifications, such as a read-only one, confirms nothing.
    await notify(own, String(Date.now())).catch(() => undefined)
    isBeating = false
  }

  const beating = setInterval(() => void beat(), beatMilliseconds).unref()
  return {
    ...channels,
    confirmedAt: () => confirmedAt,
    async close() {
      clearInterval(beating)
      await channels.close()
    },
  }
}
