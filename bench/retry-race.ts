import { Agent, request } from 'node:http'
import pg from 'pg'
import type { Row } from './report.ts'
import type { Talks } from './talk-data.ts'

const TRIES = 10_000
const CONVERSATIONS = 50
/** Below what one person may send to one conversation in a minute. */
const KEYS_EACH = 20
const AT_ONCE = 64

interface Sent {
  conversationId: string
  clientKey: string
}

function send(agent: Agent, origin: string, { token }: Talks, { conversationId, clientKey }: Sent) {
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
async function countKept(url: string, sent: Sent[]) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const keys = sent.map(({ clientKey }) => clientKey)
    const talks = [...new Set(sent.map(({ conversationId }) => conversationId))]
    const { rows } = await client.query<{ kept: number; missing: number }>(
      `select (select count(*)::int from messages where client_key = any ($1)) as kept,
         (select sum(last - count)::int from (
           select max(seq) as last, count(*) from messages where conversation_id = any ($2) group by conversation_id
         ) talk) as missing`,
      [keys, talks],
    )
    return rows[0] ?? { kept: 0, missing: 0 }
  } finally {
    await client.end()
  }
}

/** The same thousand messages again and again, many at once, in no order: each must be there once. */
export async function retryRaceRow(origin: string, databaseUrl: string, talks: Talks): Promise<Row> {
  const sent = talks.all
    .slice(-CONVERSATIONS)
    .flatMap((conversationId) =>
      Array.from({ length: KEYS_EACH }, () => ({ conversationId, clientKey: crypto.randomUUID() })),
    )
  const waiting = Array.from({ length: TRIES }, (_, index) => ({
    sent: sent[index % sent.length],
    at: Math.random(),
  }))
    .toSorted((one, other) => one.at - other.at)
    .flatMap((entry) => entry.sent ?? [])
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  let refused = 0
  const lane = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      if ((await send(agent, origin, talks, next)) !== 201) refused += 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  agent.destroy()
  const { kept, missing } = await countKept(databaseUrl, sent)
  return {
    name: `${TRIES.toLocaleString('en')} racing retries: lost, doubled, refused, gaps`,
    figure: Math.abs(kept - sent.length) + refused + missing,
    unit: '',
    goal: 0,
    atMost: true,
  }
}
