import type { LiveEvents } from '#contract/live.ts'
import type { Telemetry } from '#server/platform/metrics/telemetry.ts'
import { type LiveNamespace, roomOf } from './live-socket.ts'

type LivePayload<Event extends keyof LiveEvents> = Parameters<LiveEvents[Event]>[0]

/**
 * Sends an event to every socket of these users, on every process. Resolves once it reached the other processes (or
 * cannot at the moment) and never rejects. Await it before the reply that acknowledges the change: a process that
 * dies in between has then acknowledged nothing that others do not receive.
 */
export type EmitToUsers = <Event extends keyof LiveEvents>(
  userIds: readonly (string | null)[],
  event: Event,
  payload: LivePayload<Event>,
) => Promise<void>

/** Type of an event packet in socket.io-parser. */
const EVENT = 2
/** Type of a broadcast to rooms in socket.io-adapter's messages between processes. */
const BROADCAST = 3
/** Maximum wait of a reply for the message to reach the other processes. */
const PUBLISH_TIMEOUT_MS = 1000

/** The adapter between processes. Its own `broadcast` would emit to the sockets of this process only afterwards. */
interface SharedAdapter {
  publishAndReturnOffset(message: { type: number; data: object }): Promise<string>
}

type Outcome = 'sent' | 'failed' | 'late'

/** Resolves when the promise settles, or after the timeout. */
function settled(promise: Promise<unknown>, timeoutMs: number): Promise<Outcome> {
  return new Promise((resolve) => {
    const timeout = setTimeout(resolve, timeoutMs, 'late')
    const end = (outcome: Outcome) => () => {
      clearTimeout(timeout)
      resolve(outcome)
    }
    promise.then(end('sent'), end('failed'))
  })
}

export function createEmitter(
  namespace: LiveNamespace,
  { publishTimes }: Pick<Telemetry, 'publishTimes'>,
): EmitToUsers {
  const adapter = namespace.adapter as object
  const shared = 'publishAndReturnOffset' in adapter ? (adapter as SharedAdapter) : undefined

  return async (userIds, event, payload) => {
    const rooms = [...new Set(userIds.filter((id) => id !== null).map(roomOf.user))]
    if (rooms.length === 0) return
    const started = performance.now()
    const packet = { type: EVENT, data: [event, payload] }
    namespace.adapter.broadcast(packet, {
      rooms: new Set(rooms),
      except: new Set(),
      flags: { local: true },
    })
    if (!shared) {
      publishTimes.of(event, 'sent').observe(performance.now() - started)
      return
    }
    const data = { packet: { type: EVENT, data: [event, payload] }, opts: { rooms, except: [], flags: {} } }
    const published = shared.publishAndReturnOffset({ type: BROADCAST, data })
    const outcome = await settled(published, PUBLISH_TIMEOUT_MS)
    publishTimes.of(event, outcome).observe(performance.now() - started)
  }
}
