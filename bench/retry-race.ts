import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { insertPairs, type Talker } from '#testing/talkers.ts'
import type { Row } from './report.ts'

const PEOPLE = 100
const KEYS_EACH = 10
/** With the keys below what one person may try in a minute. */
const TRIES_EACH = 10
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

/** How many messages there are of so many keys, and with how many gaps in their numbers. */
async function countKept(db: Database, sent: Sent[]) {
  const keys = sent.map(({ clientKey }) => clientKey)
  const talks = [...new Set(sent.map(({ conversationId }) => conversationId))]
  const { rows } = await sql<{ kept: number; missing: number }>`
    select (select count(*)::int from messages where client_key = any (${keys}::uuid[])) as kept,
      (select sum(last - count)::int from (
        select max(seq) as last, count(*) from messages
        where conversation_id = any (${talks}::uuid[]) group by conversation_id
      ) talk) as missing`.execute(db)
  return rows[0] ?? { kept: 0, missing: 0 }
}

interface Race {
  origin: string
  db: Database
  sign: (talker: Talker) => Promise<string>
}

/** The same thousand messages again and again, many at once, in no order: each must be there once. */
export async function retryRaceRow({ origin, db, sign }: Race): Promise<Row> {
  const pairs = await insertPairs(db, PEOPLE)
  const sent: Sent[] = []
  for (const [talker] of pairs) {
    const token = await sign(talker)
    for (let key = 0; key < KEYS_EACH; key += 1)
      sent.push({ conversationId: talker.conversationId, clientKey: randomUUID(), token })
  }
  const waiting = Array.from({ length: TRIES_EACH }, () => sent)
    .flat()
    .map((one) => ({ one, at: Math.random() }))
    .toSorted((one, other) => one.at - other.at)
  const tries = waiting.length
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  let refused = 0
  const lane = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      if ((await send(agent, origin, next.one)) !== 201) refused += 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  agent.destroy()
  const { kept, missing } = await countKept(db, sent)
  return {
    name: `${tries.toLocaleString('en')} racing retries: lost, doubled, refused, gaps`,
    figure: Math.abs(kept - sent.length) + refused + missing,
    unit: '',
    goal: 0,
    atMost: true,
  }
}
