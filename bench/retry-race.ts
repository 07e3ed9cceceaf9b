import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'
import { insertPairs, type Participant } from '#testing/live/conversation-people.ts'
import type { Row } from './report.ts'

const PEOPLE = 100
const KEYS_EACH = 10
/** Multiplied by the keys below, this is the number that one person may try per minute. */
const ATTEMPTS_EACH = 10
const AT_ONCE = 64

interface Sent {
  conversationId: string
  clientKey: string
  token: string
}

function send(agent: Agent, origin: string, { conversationId, clientKey, token }: Sent) {
  const body = JSON.stringify({ clientKey, content: 'Is this still available?' })
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
  const path = `${origin}/api/conversations/${conversationId}/messages`
  request(path, { method: 'POST', agent, headers }, (reply) => {
    reply.resume()
    reply.on('end', () => resolve(reply.statusCode))
  })
    .on('error', reject)
    .end(body)
  return promise
}

/** Counts the stored messages of these keys and the gaps in their numbers. */
async function countStored(db: Database, sent: Sent[]) {
  const keys = sent.map(({ clientKey }) => clientKey)
  const conversationIds = [...new Set(sent.map(({ conversationId }) => conversationId))]
  const { rows } = await sql<{ stored: number; missing: number }>`
    select (select count(*)::int from messages where client_key = any (${keys}::uuid[])) as stored,
      (select sum(last - count)::int from (
        select max(seq) as last, count(*) from messages
        where conversation_id = any (${conversationIds}::uuid[]) group by conversation_id
      ) talk) as missing`.execute(db)
  return rows[0] ?? { stored: 0, missing: 0 }
}

interface Race {
  origin: string
  db: Database
  sign: (participant: Participant) => Promise<string>
}

/** Sends the same thousand messages repeatedly, many at once, in no order; each must be stored once. */
export async function retryRaceRow({ origin, db, sign }: Race): Promise<Row> {
  const pairs = await insertPairs(db, PEOPLE)
  const sent: Sent[] = []
  for (const [participant] of pairs) {
    const token = await sign(participant)
    for (let key = 0; key < KEYS_EACH; key += 1)
      sent.push({ conversationId: participant.conversationId, clientKey: randomUUID(), token })
  }
  const waiting = Array.from({ length: ATTEMPTS_EACH }, () => sent)
    .flat()
    .map((one) => ({ one, at: Math.random() }))
    .toSorted((one, other) => one.at - other.at)
  const attempts = waiting.length
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  let refused = 0
  const lane = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      if ((await send(agent, origin, next.one)) !== 201) refused += 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  agent.destroy()
  const { stored, missing } = await countStored(db, sent)
  return {
    name: `${attempts.toLocaleString('en')} racing retries: lost, doubled, refused, gaps`,
    figure: Math.abs(stored - sent.length) + refused + missing,
    unit: '',
    atMost: 0,
  }
}
