import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { noteConnectionError } from '#server/platform/errors/database-outage.ts'

const RETRY_MILLISECONDS = 500
/** A connection whose other end is gone without a word is known for dead some seconds after so long a silence. */
const SILENCE_MILLISECONDS = 10_000
/** Interval at which the listener notifies itself. */
const BEAT_MILLISECONDS = 2_000

export interface Listener {
  /** Receives what any process notifies on a channel. */
  on(channel: string, handle: (payload: string) => void): void
  /**
   * Called once all channels that were named before are listened to, and again whenever the connection stands anew:
   * notifications before that moment were lost.
   */
  onListening(handle: () => void): void
  /** False while the connection is being made again: notifications of that time are lost. */
  isListening(): boolean
  /**
   * As of `Date.now()`: of all that was committed before it, the notifications were received. Two seconds ago or less,
   * unless the database is slow or away.
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

/** Without waiting for the disk: what a crash loses is missed by nobody. */
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
  /** Channels that were named while the connection stood are listened to after this. */
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
 * One connection of its own for LISTEN; it comes back by itself after the database did. It notifies itself again and
 * again: PostgreSQL delivers in the order of commits, so what comes back says until when nothing is missing.
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
    // A database that takes none, such as a read-only one, confirms none.
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
