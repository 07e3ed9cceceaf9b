import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#server/platform/db/connect.ts'
import type { Listener } from '#server/platform/db/listener.ts'
import type { Telemetry } from '#server/platform/metrics/telemetry.ts'
import type { Log } from '#server/platform/process/log.ts'
import type { Bus } from './bus.ts'
import type { LiveNamespace, LiveSocket } from './live-socket.ts'
import { notifyMissed, MISSED_CHANNEL } from './queries.ts'

const SLICES = 20
const MS_PER_SOCKET = 1
const SPREAD_MAX_MS = 5000
/** Failures within this time are announced together. */
const COLLECT_MS = 3000

/**
 * Closes the connections of these sockets, so that browsers reconnect and read the events they missed. The closes are
 * spread over up to five seconds, so that browsers do not all reconnect at once; `hurry` skips the pauses.
 */
async function disconnect(sockets: LiveSocket[], hurry?: AbortSignal): Promise<void> {
  const pause = Math.min(sockets.length * MS_PER_SOCKET, SPREAD_MAX_MS) / SLICES
  const slice = Math.ceil(sockets.length / SLICES)
  for (let start = 0; start < sockets.length; start += slice) {
    for (const socket of sockets.slice(start, start + slice)) socket.conn.close()
    if (!hurry?.aborted) await sleep(pause, undefined, { signal: hurry }).catch(() => undefined)
  }
}

interface CatchingUpDeps {
  namespace: LiveNamespace
  db: Database
  listener: Listener
  bus: Bus
  log: Log
  telemetry: Pick<Telemetry, 'catchUps'>
}

/** Makes browsers read events that their sockets may have missed while the processes could not reach each other. */
export function catchingUp({ namespace, db, listener, bus, log, telemetry }: CatchingUpDeps) {
  let isClosing = false
  let disconnecting = Promise.resolve()

  function catchUp() {
    if (isClosing) return
    const sockets = [...namespace.sockets.values()]
    telemetry.catchUps.inc()
    if (sockets.length > 0) log.info({ sockets: sockets.length }, 'sockets catch up')
    disconnecting = disconnecting.then(() => disconnect(sockets))
  }

  let isPending = false
  let isAnnouncing = false
  /** Lets the sockets of every process catch up; repeats until an announcement succeeds after the last failure. */
  async function announceMissed() {
    isPending = true
    if (isAnnouncing) return
    isAnnouncing = true
    while (isPending) {
      await sleep(COLLECT_MS, undefined, { ref: false })
      isPending = false
      if (!isClosing) await notifyMissed(db).catch(() => (isPending = true))
    }
    isAnnouncing = false
  }

  return {
    start() {
      listener.on(MISSED_CHANNEL, catchUp)
      bus.onReconnected(catchUp)
      bus.onEmitFailed(() => void announceMissed())
    },
    async disconnectAll(hurry: AbortSignal) {
      isClosing = true
      await disconnect([...namespace.sockets.values()], hurry)
      await disconnecting
    },
  }
}
