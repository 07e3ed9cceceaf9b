import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#server/db/connect.ts'
import type { Listener } from '#server/db/listener.ts'
import type { Log } from '#server/log.ts'
import type { Bus } from './bus.ts'
import type { LiveNamespace, LiveSocket } from './live-socket.ts'
import { notifyMissed, MISSED_CHANNEL } from './queries.ts'

const SLICES = 20
const MILLISECONDS_PER_SOCKET = 1
const AT_MOST_MILLISECONDS = 5000
/** What fails in this time is told of together. */
const TELL_MILLISECONDS = 3000

/**
 * Closes the connections of these sockets, after which browsers connect again by themselves and read what they have
 * not seen. Spread over up to five seconds, so that they do not all come at once.
 */
async function letGo(sockets: LiveSocket[], hurry?: AbortSignal): Promise<void> {
  const pause = Math.min(sockets.length * MILLISECONDS_PER_SOCKET, AT_MOST_MILLISECONDS) / SLICES
  const slice = Math.ceil(sockets.length / SLICES)
  for (let start = 0; start < sockets.length; start += slice) {
    for (const socket of sockets.slice(start, start + slice)) socket.conn.close()
    if (!hurry?.aborted) await sleep(pause, undefined, { signal: hurry }).catch(() => undefined)
  }
}

/** Sees to it that what sockets may have missed is read: after an interruption between the processes, and at the end. */
export function catchingUp(parts: {
  here: LiveNamespace
  db: Database
  listener: Listener
  bus: Bus
  log: Log
}) {
  const { here, db, listener, bus, log } = parts
  let closing = false
  let lettingGo = Promise.resolve()

  function catchUp() {
    if (closing) return
    const sockets = [...here.sockets.values()]
    if (sockets.length > 0) log.info({ sockets: sockets.length }, 'sockets catch up')
    lettingGo = lettingGo.then(() => letGo(sockets))
  }

  let isUnsaid = false
  let saying = false
  /** Lets the sockets of every process catch up; tries until that could be said after the last that they missed. */
  async function sayMissed() {
    isUnsaid = true
    if (saying) return
    saying = true
    while (isUnsaid) {
      await sleep(TELL_MILLISECONDS, undefined, { ref: false })
      isUnsaid = false
      if (!closing) await notifyMissed(db).catch(() => (isUnsaid = true))
    }
    saying = false
  }

  return {
    start() {
      listener.on(MISSED_CHANNEL, catchUp)
      bus.onHearingAgain(catchUp)
      bus.onNotTold(() => void sayMissed())
    },
    async letAllGo(hurry: AbortSignal) {
      closing = true
      await letGo([...here.sockets.values()], hurry)
      await lettingGo
    },
  }
}
