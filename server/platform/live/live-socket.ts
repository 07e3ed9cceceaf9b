import type { DefaultEventsMap, Server, Socket } from 'socket.io'
import type { LiveCalls, LiveEvents } from '#contract/live.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'

export interface SocketData {
  viewer: Viewer
  /** Expiry of the access token, in seconds since 1970. */
  expiresAt: number
  expiry: ReturnType<typeof setTimeout> | undefined
}

export type LiveServer = Server<LiveCalls, LiveEvents, DefaultEventsMap, SocketData>
export type LiveSocket = Socket<LiveCalls, LiveEvents, DefaultEventsMap, SocketData>

export type LiveNamespace = ReturnType<LiveServer['of']>

const WATCHERS = 'watch:'

export const roomOf = {
  user: (userId: string) => `person:${userId}`,
  session: (sessionId: string) => `session:${sessionId}`,
  /** Sockets that follow the presence of this user. */
  watchers: (userId: string) => `${WATCHERS}${userId}`,
}

/** The user whom the sockets of a room watch; empty for other rooms. */
export const watchedIn = (room: string): string[] =>
  room.startsWith(WATCHERS) ? [room.slice(WATCHERS.length)] : []
