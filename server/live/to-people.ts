import { type LiveNamespace, roomOf } from './live-socket.ts'
import type { Live } from './live.ts'

/** An event, as socket.io-parser numbers packets. */
const EVENT = 2
/** What goes to the sockets of rooms, as socket.io-adapter numbers what processes tell each other. */
const BROADCAST = 3
/** Longer than this no reply waits for the other processes to be told. */
const TELLING_MILLISECONDS = 1000

/** Of the adapters of several processes; its own `broadcast` would tell the sockets of this one only afterwards. */
interface SharedAdapter {
  publishAndReturnOffset(message: { type: number; data: object }): Promise<string>
}

/** Resolves when the promise settles, or after so long. */
function settled(promise: Promise<unknown>, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const limit = setTimeout(resolve, milliseconds)
    const end = () => {
      clearTimeout(limit)
      resolve()
    }
    promise.then(end, end)
  })
}

export function peopleTeller(here: LiveNamespace): Live['toPeople'] {
  const adapter = here.adapter as object
  const shared = 'publishAndReturnOffset' in adapter ? (adapter as SharedAdapter) : undefined

  return async (personIds, event, payload) => {
    const rooms = [...new Set(personIds.filter((id) => id !== null).map(roomOf.person))]
    if (rooms.length === 0) return
    const packet = { type: EVENT, data: [event, payload] }
    here.adapter.broadcast(packet, { rooms: new Set(rooms), except: new Set(), flags: { local: true } })
    if (!shared) return
    const data = { packet: { type: EVENT, data: [event, payload] }, opts: { rooms, except: [], flags: {} } }
    await settled(shared.publishAndReturnOffset({ type: BROADCAST, data }), TELLING_MILLISECONDS)
  }
}
