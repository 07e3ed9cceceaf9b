import { Collection } from '#web/platform/offline/collection.ts'
import { deleteEarlierDatabase, readEarlierDatabase } from '#web/platform/offline/database.ts'
import type { QueueRow } from '#web/platform/offline/queue.ts'

/** A message that the server has not confirmed. */
export interface UnsentMessage extends QueueRow {
  conversationId: string
  content: string
  /** The picture of a photo, with no text then. */
  photo: Blob | null
  isReduced?: boolean
  createdAt: string
  /** Orders the messages; higher is later. */
  position: number
}

/** Until November 2026. */
const EARLIER_DATABASE = 'sankofa.conversations'

interface EarlierEntry extends Omit<UnsentMessage, 'key' | 'position' | 'delivery' | 'reason'> {
  clientKey: string
  index: number
  problem: string | null
}

const toRow = ({ clientKey, index, problem, ...same }: EarlierEntry): UnsentMessage => ({
  ...same,
  key: clientKey,
  position: index,
  delivery: problem === null ? 'waiting' : 'refused',
  reason: problem,
})

export const unsentMessages = new Collection<UnsentMessage>('messages', {
  earlier: {
    async read() {
      const entries = await readEarlierDatabase(EARLIER_DATABASE, 'outbox')
      return (entries as EarlierEntry[] | undefined)?.map(toRow)
    },
    // What it had to be read offline comes again from the server.
    delete: () => deleteEarlierDatabase(EARLIER_DATABASE),
  },
})
