import { randomUUID } from 'node:crypto'
import type { Server as HttpServer } from 'node:http'
import type { Presence } from '#contract/conversations.ts'
import type { LiveEvents } from '#contract/live.ts'
import type { Database } from '#server/db/connect.ts'
import type { Listener } from '#server/db/listener.ts'
import type { Viewer } from '#server/http/viewer.ts'
import type { Log } from '#server/log.ts'
import type { Bus } from './bus.ts'
import { admission } from './admission.ts'
import { answerCalls } from './calls.ts'
import { catchingUp } from './catching-up.ts'
import { conversationCalls } from './conversation-calls.ts'
import { limitPackets, type LiveSite, openServer } from './live-server.ts'
import { roomOf } from './live-socket.ts'
import { presenceWatch } from './presence-watch.ts'
import { presenceKeeper, PRESENCE_TIMES, type PresenceTimes } from './presence.ts'
import { notifyPresence, selectPresences } from './queries.ts'
import { socketSessions } from './socket-session.ts'
import { peopleTeller } from './to-people.ts'

export type LiveEvent = keyof LiveEvents
export type LivePayload<Event extends LiveEvent> = Parameters<LiveEvents[Event]>[0]

/** What the socket asks of the domains; app.ts gives it. */
export interface LiveRules {
  /** Reads an access token; refused with `session-ended` when it is not good. `expiresAt` is in seconds since 1970. */
  readToken(token: string): Promise<Viewer & { expiresAt: number }>
  /** Which of these sessions have not ended. */
  standingSessions(sessionIds: readonly string[]): Promise<string[]>
  /** Hears of every session that ends, in whatever process. */
  onSessionsEnded(handle: (sessionIds: readonly string[]) => void): void
  /**
   * The other person of a conversation, null once they have left. Refused with `conversation-not-found` or
   * `conversation-access-denied`.
   */
  mayTalk(personId: string, conversationId: string): Promise<{ otherId: string | null }>
}

export interface Live {
  /**
   * Tells every socket of these people, on every process. Resolves once the other processes are told (or cannot be
   * at the moment) and never rejects: await it before a reply that acknowledges what it tells, so that a process
   * that dies between the two has acknowledged nothing that others do not hear of.
   */
  toPeople<Event extends LiveEvent>(
    personIds: readonly (string | null)[],
    event: Event,
    payload: LivePayload<Event>,
  ): Promise<void>
  /** Null for somebody who hides it, or has left. */
  presenceOf(personId: string): Promise<Presence>
  /** Within the transaction that changes whether a person shows their presence. */
  presenceChanged(tx: Database, personId: string): Promise<void>
  /** Once, before `attach`. */
  useRules(rules: LiveRules): void
  /** Takes sockets at the server's LIVE_PATH; its other upgrades are left alone. */
  attach(server: HttpServer): Promise<void>
  /** Lets the sockets go, a few at a time, so that they do not all knock at the next process at once. */
  letGo(hurry: AbortSignal): Promise<void>
  /** After the last request and job, of which other processes are told until then. */
  close(): Promise<void>
}

interface LiveParts {
  site: LiveSite
  db: Database
  listener: Listener
  bus: Bus
  log: Log
  times?: PresenceTimes
}

/** The live socket of this process. It knows people, sessions and conversations by their ids alone. */
export function createLive(parts: LiveParts): Live {
  const { db, listener, bus, log, times = PRESENCE_TIMES } = parts
  const io = openServer(parts)
  const here = io.of('/')
  let given: LiveRules | undefined
  const rules = () => {
    if (!given) throw new Error('The live socket was given no rules')
    return given
  }
  const toPeople = peopleTeller(here)
  const presenceOf = async (personId: string) => (await selectPresences(db, [personId])).get(personId) ?? null
  const presence = presenceKeeper({ db, log, processId: randomUUID(), times })
  const sessions = socketSessions(io, { rules, log })
  const conversations = conversationCalls({ rules, toPeople, presenceOf })
  const catchUps = catchingUp({ here, db, listener, bus, log })

  io.use(admission({ here, log, begin: sessions.begin }))
  io.on('connection', (socket) => {
    const { id, sessionId } = socket.data.viewer
    // Before anything else: what happens from here on is told, what was before is read by the browser.
    void socket.join([roomOf.person(id), roomOf.session(sessionId)])
    sessions.keep(socket)
    presence.entered(id)
    socket.once('disconnect', () => {
      conversations.stopTyping(socket)
      presence.left(id)
    })
    answerCalls(socket, { ...conversations.calls, auth: sessions.extend }, log)
  })

  return {
    toPeople,
    presenceOf,
    presenceChanged: (tx, personId) => notifyPresence(tx, [personId]),
    useRules(rulesOfDomains) {
      given = rulesOfDomains
      given.onSessionsEnded(sessions.endSessions)
    },
    async attach(server) {
      presenceWatch({ here, db, listener, log })
      listener.onListening(() => void sessions.endMissed())
      catchUps.start()
      await presence.start()
      await bus.ready
      io.attach(server)
      io.engine.on('connection', limitPackets)
    },
    async letGo(hurry) {
      await catchUps.letAllGo(hurry)
      await presence.stop()
      io.engine?.close()
    },
    async close() {
      await here.adapter.close()
      await bus.close()
    },
  }
}
