import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'
import type { Acknowledged } from '#testing/live/conversation-client.ts'

/** A message in the database. */
export interface Stored {
  id: string
  conversationId: string
  seq: number
  senderId: string
  clientKey: string
  content: string
}

/** The messages on one person's screen, from top to bottom. */
export interface Screen {
  conversationId: string
  personId: string
  shown: readonly { id: string; seq: number; content: string }[]
}

export async function selectStored(db: Database): Promise<Stored[]> {
  const { rows } = await sql<Stored>`
    select id, conversation_id as "conversationId", seq, sender_id as "senderId", client_key as "clientKey", content
    from messages`.execute(db)
  return rows
}

const FAULTS = ['lost', 'doubled', 'changed', 'disordered', 'invented', 'not shown', 'shown wrongly'] as const
export type Fault = (typeof FAULTS)[number]
export type Faults = Record<Fault, number>

const surplus = (groups: Map<string, unknown[]>) =>
  [...groups.values()].reduce((sum, group) => sum + group.length - 1, 0)

const same = (row: Stored, message: Acknowledged) =>
  row.id === message.id &&
  row.seq === message.seq &&
  row.senderId === message.senderId &&
  row.conversationId === message.conversationId &&
  row.content === message.content

/** For each sender, the number of messages before an earlier one, plus gaps in the numbers. */
function disorderOf(rows: readonly Stored[], numberOf: Map<string, number>): number {
  let faults = 0
  for (const conversation of Map.groupBy(rows, (row) => row.conversationId).values()) {
    const inOrder = conversation.toSorted((a, b) => a.seq - b.seq)
    faults += inOrder.filter((row, at) => row.seq !== at + 1).length
    for (const ofSender of Map.groupBy(inOrder, (row) => row.senderId).values()) {
      const numbers = ofSender.map((row) => numberOf.get(row.clientKey) ?? 0)
      faults += numbers.filter((number, at) => number <= (numbers[at - 1] ?? -1)).length
    }
  }
  return faults
}

/**
 * Compares the acknowledged messages with the database and with both screens. Each sender waited for one
 * acknowledgement before sending the next, and repeated every message until it was acknowledged.
 */
export function checkMessages(
  acknowledged: readonly Acknowledged[],
  stored: readonly Stored[],
  screens: readonly Screen[],
): Faults {
  const faults = Object.fromEntries(FAULTS.map((fault) => [fault, 0])) as Faults
  const rowsOfKey = Map.groupBy(stored, (row) => row.clientKey)
  const numberOf = new Map(acknowledged.map((message) => [message.clientKey, message.number]))

  for (const message of acknowledged) {
    const row = rowsOfKey.get(message.clientKey)?.[0]
    if (!row) faults.lost += 1
    else if (!same(row, message)) faults.changed += 1
  }
  faults.doubled =
    surplus(rowsOfKey) +
    surplus(Map.groupBy(stored, (row) => `${row.conversationId} ${row.seq}`)) +
    surplus(Map.groupBy(acknowledged, (message) => message.clientKey))
  faults.invented = stored.filter((row) => !numberOf.has(row.clientKey)).length
  faults.disordered = disorderOf(stored, numberOf)

  const rowsOfConversation = Map.groupBy(stored, (row) => row.conversationId)
  for (const { conversationId, shown } of screens) {
    const rows = (rowsOfConversation.get(conversationId) ?? []).toSorted((a, b) => a.seq - b.seq)
    const seen = new Set(shown.map(({ id }) => id))
    faults['not shown'] += rows.filter((row) => !seen.has(row.id)).length
    const wrongly = shown.filter(
      ({ id, content }, at) => rows[at] && (rows[at].id !== id || rows[at].content !== content),
    )
    faults['shown wrongly'] += wrongly.length + Math.max(0, shown.length - rows.length)
  }
  return faults
}
