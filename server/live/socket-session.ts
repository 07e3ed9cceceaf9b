import { AppError } from '#server/app-error.ts'
import type { Log } from '#server/log.ts'
import { type LiveServer, type LiveSocket, roomOf } from './live-socket.ts'
import type { LiveRules } from './live.ts'

const GRACE_MILLISECONDS = 500
/** A session that ended this short a while ago may belong to a socket whose token was read just before. */
const ENDED_KEPT_MILLISECONDS = 60_000

/** Cuts a socket shortly after its token has ended; called again once it has a fresh one. */
function cutAtExpiry(socket: LiveSocket): void {
  const { data } = socket
  clearTimeout(data.expiry)
  const left = data.expiresAt * 1000 - Date.now() + GRACE_MILLISECONDS
  data.expiry = setTimeout(() => socket.disconnect(true), left).unref()
}

/** Whose socket it is, and for how long: until its token ends or its session does. */
export function socketSessions(io: LiveServer, { rules, log }: { rules: () => LiveRules; log: Log }) {
  const ended = new Map<string, number>()

  function endSessions(sessionIds: readonly string[]) {
    for (const [sessionId, at] of ended) {
      if (at > Date.now() - ENDED_KEPT_MILLISECONDS) break
      ended.delete(sessionId)
    }
    for (const sessionId of sessionIds) {
      ended.set(sessionId, Date.now())
      io.local.in(roomOf.session(sessionId)).disconnectSockets(true)
    }
  }

  return {
    /** Refused when the token is not good. */
    async begin(socket: LiveSocket, token: unknown) {
      if (typeof token !== 'string') throw new AppError('authentication-required')
      const { id, sessionId, expiresAt } = await rules().readToken(token)
      Object.assign(socket.data, { viewer: { id, sessionId }, expiresAt })
    },
    /** Once the socket is in the rooms of its person and session. */
    keep(socket: LiveSocket) {
      socket.once('disconnect', () => clearTimeout(socket.data.expiry))
      if (ended.has(socket.data.viewer.sessionId)) socket.disconnect(true)
      else cutAtExpiry(socket)
    },
    /** A fresh token of the same person and session; with anything else the socket is cut. */
    async extend(socket: LiveSocket, { token }: { token: string }) {
      try {
        const { id, sessionId, expiresAt } = await rules().readToken(token)
        const { viewer } = socket.data
        if (id !== viewer.id || sessionId !== viewer.sessionId) throw new AppError('session-ended')
        socket.data.expiresAt = Math.max(expiresAt, socket.data.expiresAt)
        if (socket.connected) cutAtExpiry(socket)
        return {}
      } catch (error) {
        if (error instanceof AppError) setImmediate(() => socket.disconnect(true))
        throw error
      }
    },
    endSessions,
    /** After a time in which the end of a session may not have been heard. */
    async endMissed() {
      const here = [...io.of('/').sockets.values()].map((socket) => socket.data.viewer.sessionId)
      if (here.length === 0) return
      try {
        const standing = new Set(await rules().standingSessions(here))
        endSessions(here.filter((sessionId) => !standing.has(sessionId)))
      } catch (error) {
        // The database went again; once it is back this is called again.
        log.warn({ err: error }, 'ended sessions could not be read')
      }
    },
  }
}
