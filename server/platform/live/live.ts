import { randomUUID } from 'node:crypto'
import type { Server as HttpServer } from 'node:http'
import type { LiveEvents } from '#contract/live.ts'
import type { Presence } from '#contract/presence.ts'
import type { Database } from '#server/platform/db/connect.ts'
import type { Listener } from '#server/platform/db/listener.ts'
import type { Telemetry } from '#server/platform/metrics/telemetry.ts'
import type { Log } from '#server/platform/process/log.ts'
import type { Bus } from './bus.ts'
import { admission } from './admission.ts'
import { answerCalls, AUTH_CALL, bindCalls, type BoundCalls, type LiveCallTable } from './calls.ts'
import { catchingUp } from './catching-up.ts'
import { connectionLimits, type LiveSite, openServer } from './live-server.ts'
import { type LiveNamespace, type LiveSocket, roomOf } from './live-socket.ts'
import { presenceWatch } from './presence-watch.ts'
import { presenceTracker, PRESENCE_TIMES, type PresenceTimes } from './presence.ts'
import { notifyPresence, selectPresences } from './queries.ts'
import { socketSessions } from './socket-session.ts'
import { createEmitter, type EmitToUsers } from './emit-to-users.ts'
import type { LiveRules } from './live-rules.ts'

export interface Live {
  emitToUsers: EmitToUsers
  /** False only if the user certainly has no socket, which only a single process can know. */
  canHaveSocket(userId: string): boolean
  /** Emits to the sockets of this process only, for events that every process learns of by itself. */
  emitHere<Event extends keyof LiveEvents>(
    userIds: readonly string[],
    event: Event,
    payload: Parameters<LiveEvents[Event]>[0],
  ): void
  /** Resolves to null for users who hide their presence or no longer exist. */
  findPresence(userId: string): Promise<Presence>
  /** Subscribes the socket to `presence.changed` of this user. Resolves to the current presence. */
  watchPresence(socket: LiveSocket, userId: string): Promise<Presence>
  unwatchPresence(socket: LiveSocket, userId: string): Promise<void>
  /**
   * Ends the subscriptions of `watcherId` in this process to the presence of `userId`, and emits null as the last
   * presence.
   */
  endWatching(watcherId: string, userId: string): void
  /** Call it in the transaction that changes whether a user shows their presence. */
  notifyPresenceChanged(tx: Database, userId: string): Promise<void>
  /** Call it once, before `attach`. */
  useRules(rules: LiveRules): void
  /** Sets the calls of the domains. Call it once, before `attach`. */
  handleCalls<Context>(ctx: Context, calls: LiveCallTable<Context>): void
  /** Accepts sockets at the server's LIVE_PATH; other upgrades are not touched. */
  attach(server: HttpServer): Promise<void>
  /** Number of connections of this process, and of those signed in. */
  countSockets(): { open: number; signedIn: number }
  /** Disconnects a few sockets at a time, so that they do not all connect to the next process at once. */
  disconnectSockets(hurry: AbortSignal): Promise<void>
  /** Call it after the last request and job, which emit until then. */
  close(): Promise<void>
}

interface LiveDeps {
  site: LiveSite
  db: Database
  listener: Listener
  bus: Bus
  log: Log
  telemetry: Pick<Telemetry, 'refusals' | 'catchUps' | 'publishTimes'>
  times?: PresenceTimes
  /** Maximum time of a connection without a signed-in user; only tests set a shorter one. */
  anonymousMs?: number
}

interface Wiring {
  rules: LiveRules
  calls: BoundCalls
}

/** Rules and calls, which app.ts supplies between `createLive` and `attach`. */
function createWiring() {
  const wiring: Partial<Wiring> = {}
  const get = <Key extends keyof Wiring>(key: Key): Wiring[Key] => {
    const value = wiring[key]
    if (!value) throw new Error(`The live socket has no ${key}`)
    return value
  }
  return { set: (values: Partial<Wiring>) => void Object.assign(wiring, values), get }
}

type LivePresence = Pick<Live, 'findPresence' | 'watchPresence' | 'unwatchPresence' | 'notifyPresenceChanged'>

function livePresence(db: Database): LivePresence {
  const findPresence = async (userId: string) => (await selectPresences(db, [userId])).get(userId) ?? null
  return {
    findPresence,
    async watchPresence(socket, userId) {
      // The socket joins before the read, so that it receives a change between the two.
      await socket.join(roomOf.watchers(userId))
      return findPresence(userId)
    },
    async unwatchPresence(socket, userId) {
      await socket.leave(roomOf.watchers(userId))
    },
    notifyPresenceChanged: (tx, userId) => notifyPresence(tx, [userId]),
  }
}

const endWatchingIn = (namespace: LiveNamespace) => (watcherId: string, userId: string) => {
  const watchers = roomOf.watchers(userId)
  for (const socketId of namespace.adapter.rooms.get(roomOf.user(watcherId)) ?? []) {
    const socket = namespace.sockets.get(socketId)
    if (!socket?.rooms.has(watchers)) continue
    void socket.leave(watchers)
    socket.emit('presence.changed', { userId, presence: null })
  }
}

/** The live socket of this process. It knows users and sessions only by their ids. */
export function createLive(deps: LiveDeps): Live {
  const { db, listener, bus, log, telemetry, times = PRESENCE_TIMES } = deps
  const io = openServer(deps)
  const namespace = io.of('/')
  const wiring = createWiring()
  const presence = presenceTracker({ db, log, processId: randomUUID(), times })
  const sessions = socketSessions(io, { rules: () => wiring.get('rules'), log })
  const catchUps = catchingUp({ namespace, db, listener, bus, log, telemetry })
  const limits = connectionLimits(deps.anonymousMs)
  const auth = { ...AUTH_CALL, handle: sessions.extend } as BoundCalls[string]

  io.use(admission({ namespace, log, telemetry, begin: sessions.begin }))
  io.on('connection', (socket) => {
    const { id, sessionId } = socket.data.viewer
    // The socket joins its rooms first, so that it receives all events from here on; the browser reads what happened
    // before.
    void socket.join([roomOf.user(id), roomOf.session(sessionId)])
    sessions.watchExpiry(socket)
    presence.addSocket(id)
    limits.signedIn(socket)
    socket.once('disconnect', () => presence.removeSocket(id))
    answerCalls(socket, { ...wiring.get('calls'), auth }, deps)
  })

  return {
    emitToUsers: createEmitter(namespace, telemetry),
    ...livePresence(db),
    canHaveSocket: (userId) => bus.adapter !== undefined || namespace.adapter.rooms.has(roomOf.user(userId)),
    emitHere: (userIds, event, payload) =>
      void namespace.local
        .to(userIds.map(roomOf.user))
        .emit(event, ...([payload] as Parameters<LiveEvents[typeof event]>)),
    endWatching: endWatchingIn(namespace),
    useRules(rules) {
      wiring.set({ rules })
      rules.onSessionsEnded(sessions.endSessions)
    },
    handleCalls: (ctx, calls) => wiring.set({ calls: bindCalls(ctx, calls) }),
    async attach(server) {
      presenceWatch({ namespace, db, listener, log })
      listener.onListening(() => void sessions.endMissed())
      catchUps.start()
      await presence.start()
      await bus.ready
      io.attach(server)
      io.engine.on('connection', limits.watch)
    },
    countSockets: () => ({ open: io.engine?.clientsCount ?? 0, signedIn: namespace.sockets.size }),
    async disconnectSockets(hurry) {
      await catchUps.disconnectAll(hurry)
      await presence.stop()
      io.engine?.close()
    },
    async close() {
      await namespace.adapter.close()
      await bus.close()
    },
  }
}
