import type { DefaultEventsMap, Server, Socket } from 'socket.io'
import type { LiveCalls, LiveEvents } from '#contract/live.ts'
import type { Viewer } from '#server/http/viewer.ts'

/** The two of a conversation as one socket sees them. */
export interface Talk {
  otherId: string | null
  /** Membership is looked up anew after this moment. */
  until: number
}

export interface SocketData {
  viewer: Viewer
  /** When the access token ends, in seconds since 1970. */
  expiresAt: number
  expiry: ReturnType<typeof setTimeout> | undefined
  // Made when first used: most sockets only listen.
  talks?: Map<string, Talk>
  /** Conversations in which this socket said that it types, each with the other person. */
  typing?: Map<string, string>
  /** Conversations whose other person this socket watches. */
  watched?: Map<string, string>
}

export type LiveServer = Server<LiveCalls, LiveEvents, DefaultEventsMap, SocketData>
export type LiveSocket = Socket<LiveCalls, LiveEvents, DefaultEventsMap, SocketData>

export type LiveNamespace = ReturnType<LiveServer['of']>

export const roomOf = {
  person: (personId: string) => `person:${personId}`,
  session: (sessionId: string) => `session:${sessionId}`,
  watchers: (personId: string) => `watch:${personId}`,
}

/** Whom the sockets of a room watch, if it is such a room. */
export const watchedIn = (room: string): string[] => (room.startsWith('watch:') ? [room.slice(6)] : [])
