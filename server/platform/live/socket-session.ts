import { AppError } from '#server/platform/errors/app-error.ts'
import type { Log } from '#server/platform/process/log.ts'
import { type LiveServer, type LiveSocket, roomOf } from './live-socket.ts'
import type { LiveRules } from './live-rules.ts'

const GRACE_MS = 500
/** Time for which ended sessions are remembered, for sockets whose token was read just before. */
const ENDED_REMEMBERED_MS = 60_000

/** Disconnects a socket shortly after its token expires; called again once it has a fresh one. */
function disconnectAtExpiry(socket: LiveSocket): void {
  const { data } = socket
  clearTimeout(data.expiry)
  const remainingMs = data.expiresAt * 1000 - Date.now() + GRACE_MS
  data.expiry = setTimeout(() => socket.disconnect(true), remainingMs).unref()
}

/** Binds sockets to a user and session until their token expires or their session ends. */
export function socketSessions(io: LiveServer, { rules, log }: { rules: () => LiveRules; log: Log }) {
  const endedAt = new Map<string, number>()

  function endSessions(sessionIds: readonly string[]) {
    for (const [sessionId, at] of endedAt) {
      if (at > Date.now() - ENDED_REMEMBERED_MS) break
      endedAt.delete(sessionId)
    }
    for (const sessionId of sessionIds) {
      endedAt.set(sessionId, Date.now())
      io.local.in(roomOf.session(sessionId)).disconnectSockets(true)
    }
  }

  return {
    /** Reads the token of a new socket; refuses an invalid one. */
    async begin(socket: LiveSocket, token: unknown) {
      if (typeof token !== 'string') throw new AppError('authentication-required')
      const { id, sessionId, expiresAt } = await rules().readToken(token)
      Object.assign(socket.data, { viewer: { id, sessionId }, expiresAt })
    },
    /** Call it once the socket is in the rooms of its user and session. */
    watchExpiry(socket: LiveSocket) {
      socket.once('disconnect', () => clearTimeout(socket.data.expiry))
      if (endedAt.has(socket.data.viewer.sessionId)) socket.disconnect(true)
      else disconnectAtExpiry(socket)
    },
    /** Accepts a fresh token of the same user and session; any other token disconnects the socket. */
    async extend(socket: LiveSocket, { token }: { token: string }) {
      try {
        const { id, sessionId, expiresAt } = await rules().readToken(token)
        const { viewer } = socket.data
        if (id !== viewer.id || sessionId !== viewer.sessionId) throw new AppError('session-ended')
        socket.data.expiresAt = Math.max(expiresAt, socket.data.expiresAt)
        if (socket.connected) disconnectAtExpiry(socket)
        return {}
      } catch (error) {
        if (error instanceof AppError) setImmediate(() => socket.disconnect(true))
        throw error
      }
    },
    endSessions,
    /** Ends sockets whose session ended while this process may have missed notifications. */
    async endMissed() {
      const connected = [...io.of('/').sockets.values()].map((socket) => socket.data.viewer.sessionId)
      if (connected.length === 0) return
      try {
        const open = new Set(await rules().listOpenSessions(connected))
        endSessions(connected.filter((sessionId) => !open.has(sessionId)))
      } catch (error) {
        // The database is unreachable again; the next reconnect calls this function again.
        log.warn({ err: error }, 'ended sessions could not be read')
      }
    },
  }
}
