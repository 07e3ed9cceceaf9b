import type { Database } from '#server/platform/db/connect.ts'
import type { Log } from '#server/platform/process/log.ts'
import { presenceWriter } from './presence-writer.ts'
import { heartbeat, removeDeadProcesses } from './queries.ts'

export interface PresenceTimes {
  /**
   * Time for which a user stays online after their last socket closed, so that a reload does not appear as leaving.
   */
  graceMs: number
  heartbeatMs: number
  /** Time without a heartbeat after which a process counts as dead. */
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

/** Tracks the users connected to this process, and writes to the database when a user connects or leaves. */
export function presenceTracker({ db, processId, log, times }: PresenceDeps) {
  const connected = new Map<string, Connected>()
  const writer = presenceWriter({ db, processId, log, isConnected: (userId) => connected.has(userId) })
  let beating: Promise<void> | undefined
  let timer: ReturnType<typeof setInterval> | undefined
  let isStopped = false

  async function beat() {
    // The process has no rows at its start, after a crash of the database, or if other processes took it for dead.
    if (!(await heartbeat(db, processId))) writer.rewriteAll(connected.keys())
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
    /**
     * Leaves the rows to the process that notices the missing heartbeat, because most users are then connected to
     * another process.
     */
    async stop() {
      isStopped = true
      clearInterval(timer)
      for (const { grace } of connected.values()) clearTimeout(grace)
      await beating
      await writer.settled()
    },
  }
}
