import type { Database } from '#server/platform/db/connect.ts'
import type { Log } from '#server/platform/process/log.ts'
import { presenceWriter } from './presence-writer.ts'
import { heartbeat, removeDeadProcesses } from './queries.ts'

export interface PresenceTimes {
  /** How long a user stays online after the last socket closed, so that a reload does not show as leaving. */
  graceMs: number
  heartbeatMs: number
  /** A process without a heartbeat for so long is dead. */
  deadAfterMs: number
}

export const PRESENCE_TIMES: PresenceTimes = { graceMs: 5000, heartbeatMs: 5000, deadAfterMs: 16_000 }

interface Connected {
  sockets: number
  grace: ReturnType<typeof setTimeout> | undefined
}

interface PresenceDeps {
  db: Database
  processId: string
  log: Log
  times: PresenceTimes
}

/** Which users are connected to this process, written to the database when a user comes and when they are gone. */
export function presenceTracker({ db, processId, log, times }: PresenceDeps) {
  const connected = new Map<string, Connected>()
  const writer = presenceWriter({ db, processId, log, isConnected: (userId) => connected.has(userId) })
  let beating: Promise<void> | undefined
  let timer: ReturnType<typeof setInterval> | undefined
  let isStopped = false

  async function beat() {
    // At the start; or the database crashed, or other processes took this one for dead: its rows are gone.
    if (!(await heartbeat(db, processId))) writer.writeAnew(connected.keys())
    await removeDeadProcesses(db, times.deadAfterMs)
    writer.write()
  }

  const beatLogged = () => {
    beating ??= beat()
      .catch((error: unknown) => log.warn({ err: error }, 'the heartbeat of presence failed'))
      .finally(() => (beating = undefined))
  }

  function leave(userId: string) {
    connected.delete(userId)
    writer.changed(userId)
  }

  return {
    addSocket(userId: string) {
      const user = connected.get(userId) ?? { sockets: 0, grace: undefined }
      if (user.sockets === 0 && !user.grace) {
        connected.set(userId, user)
        writer.changed(userId)
      }
      clearTimeout(user.grace)
      user.grace = undefined
      user.sockets += 1
    },
    removeSocket(userId: string) {
      const user = connected.get(userId)
      if (!user || isStopped) return
      user.sockets -= 1
      if (user.sockets === 0) user.grace = setTimeout(leave, times.graceMs, userId).unref()
    },
    async start() {
      await beat()
      timer = setInterval(beatLogged, times.heartbeatMs)
    },
    /** Leaves the rows to the process that notices the missing heartbeat: most users are on another process by then. */
    async stop() {
      isStopped = true
      clearInterval(timer)
      for (const { grace } of connected.values()) clearTimeout(grace)
      await beating
      await writer.settled()
    },
  }
}
