import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Message } from '#contract/conversations/conversations.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { openConversationClient } from '#testing/live/conversation-client.ts'
import {
  insertPairs,
  newSecretKey,
  type Pair,
  type Participant,
  tokenSigner,
} from '#testing/live/conversation-people.ts'
import { startSite } from '#testing/scale/site.ts'
import { countDisagreements } from '#bench/load/disagreements.ts'
import { JSON_BODY } from '#bench/load/load.ts'
import { speedOf } from '#bench/load/percentile.ts'
import { temporaryFolder } from '#bench/load/temporary-folder.ts'
import { type Chat, insertChats, offerRadios, openSessions } from './chats.ts'
import { p99Row, type Row } from '#bench/report.ts'

const RACING_STEPS = 10_000
const PRODUCTS = 500
const BUYERS_EACH = 3
/** Steps about one product that are sent at the same moment. */
const AT_ONCE = 4
/** Products that people race for at the same time. */
const RACES = 2
const PAIRS = 100
const ROUNDS = 3

type Sign = (participant: Pick<Participant, 'id' | 'sessionId'>) => Promise<string>

interface Scene {
  db: Database
  /** Addresses of the processes. */
  urls: readonly string[]
  sign: Sign
}

const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)] as Item

const STEPS = [
  { step: 'offer', price: 90 },
  { step: 'reserve' },
  { step: 'accept' },
  { step: 'decline' },
  { step: 'withdraw' },
  { step: 'cancel', reason: 'changed-mind' },
  { step: 'confirm' },
  { step: 'deny' },
]

const postStep = (url: string, conversationId: string, token: string, step: object) =>
  fetch(`${url}/api/conversations/${conversationId}/steps`, {
    method: 'POST',
    headers: { ...JSON_BODY, Authorization: `Bearer ${token}` },
    body: JSON.stringify({ clientKey: randomUUID(), ...step }),
  })

/** Returns a person's token. */
type Tokens = (id: string) => Promise<string>

interface Outcomes {
  /** Milliseconds of the steps that were taken. */
  times: number[]
  /** Messages that the replies named. */
  told: string[]
  faults: number
}

/** Sends one random step of one of the two people, with what they last saw. */
async function send(
  {
    url,
    token,
    chat,
    agreementId,
  }: { url: string; token: string; chat: Chat; agreementId: string | undefined },
  outcomes: Outcomes,
) {
  const started = performance.now()
  const reply = await postStep(url, chat.id, token, { ...pick(STEPS), ...(agreementId && { agreementId }) })
  if (reply.status >= 500) outcomes.faults += 1
  if (reply.status !== 201) return void (await reply.text())
  outcomes.times.push(performance.now() - started)
  outcomes.told.push(((await reply.json()) as Message).id)
}

/** Several people take steps about one product at the same moment, at both processes. */
async function race(
  { db, urls, tokens }: Scene & { tokens: Tokens },
  chats: readonly Chat[],
  outcomes: Outcomes,
) {
  const { rows } = await sql<{ conversation_id: string; id: string }>`
    select distinct on (conversation_id) conversation_id, id from agreements
    where conversation_id = any(${chats.map(({ id }) => id)}::uuid[]) order by conversation_id, id desc`.execute(
    db,
  )
  const newest = new Map(rows.map(({ conversation_id, id }) => [conversation_id, id]))
  const racers = await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, n) => {
      const chat = pick(chats)
      const token = await tokens(pick(chat.people))
      return { url: urls[n % urls.length] as string, token, chat, agreementId: newest.get(chat.id) }
    }),
  )
  await Promise.all(racers.map((racer) => send(racer, outcomes)))
}

/** Steps of these conversations that no reply named. */
async function countUntold(db: Database, chats: readonly Chat[], told: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from messages
    where conversation_id = any(${chats.map(({ id }) => id)}::uuid[]) and step is not null
      and id <> all(${told}::uuid[])`.execute(db)
  return rows[0]?.count ?? NaN
}

async function raceRows(scene: Scene): Promise<Row[]> {
  const chats = await insertChats(scene.db, { products: PRODUCTS, buyersEach: BUYERS_EACH })
  const sessions = await openSessions(
    scene.db,
    chats.flatMap(({ people }) => people),
  )
  const tokens = (id: string) => scene.sign({ id, sessionId: sessions.get(id) ?? '' })
  const outcomes: Outcomes = { times: [], told: [], faults: 0 }
  let left = RACING_STEPS
  const started = performance.now()
  const work = async () => {
    while (left > 0) {
      left -= AT_ONCE
      const at = Math.floor(Math.random() * PRODUCTS) * BUYERS_EACH
      await race({ ...scene, tokens }, chats.slice(at, at + BUYERS_EACH), outcomes)
    }
  }
  await Promise.all(Array.from({ length: RACES }, work))
  const taken = `${outcomes.times.length.toLocaleString('en')} of ${RACING_STEPS.toLocaleString('en')} racing steps taken`
  return [
    p99Row(taken, speedOf(outcomes.times, (performance.now() - started) / 1000), 100),
    { name: 'faults', figure: outcomes.faults, unit: 'replies', atMost: 0 },
    {
      name: 'steps that no reply named',
      figure: await countUntold(scene.db, chats, outcomes.told),
      unit: 'steps',
      atMost: 0,
    },
    {
      name: 'products that are not as agreed',
      figure: await countDisagreements(scene.db),
      unit: 'products',
      atMost: 0,
    },
  ]
}

interface Times {
  messages: number[]
  steps: number[]
}

/** Measures the times until the other person's screen shows each message, and each step. */
async function timePair([seller, buyer]: Pair, { urls: [url = ''], sign }: Scene, times: Times) {
  const other = openConversationClient({ participant: buyer, url, sign })
  const token = await sign(seller)
  const headers = { ...JSON_BODY, Authorization: `Bearer ${token}` }
  let lines = 0
  async function take(post: Promise<Response>): Promise<{ message: Message; time: number }> {
    const started = performance.now()
    const reply = await post
    if (!reply.ok) throw new Error(`answered ${reply.status}: ${await reply.text()}`)
    const message = (await reply.json()) as Message
    lines += 1
    await other.shows(lines)
    return { message, time: performance.now() - started }
  }
  const say = () =>
    fetch(`${url}/api/conversations/${seller.conversationId}/messages`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ clientKey: randomUUID(), content: 'It is still available.' }),
    })
  let agreementId: string | undefined
  for (let round = 0; round < ROUNDS; round += 1) {
    times.messages.push((await take(say())).time)
    const reserved = await take(postStep(url, seller.conversationId, token, { step: 'reserve', agreementId }))
    times.steps.push(reserved.time)
    agreementId = reserved.message.step?.agreement.id
    await take(
      postStep(url, seller.conversationId, token, { step: 'cancel', reason: 'changed-mind', agreementId }),
    )
  }
  other.close()
}

async function shownRows(scene: Scene): Promise<Row[]> {
  const pairs = await insertPairs(scene.db, PAIRS)
  await offerRadios(scene.db, pairs)
  const times: Times = { messages: [], steps: [] }
  const started = performance.now()
  // One after another, so that nothing waits for the processor.
  for (const pair of pairs) await timePair(pair, scene, times)
  const seconds = (performance.now() - started) / 1000
  const [message, step] = [speedOf(times.messages, seconds), speedOf(times.steps, seconds)]
  return [
    p99Row('message sent to shown, one after another', message, 25),
    p99Row('step sent to shown, one after another', step, 25),
    { name: 'step, compared with a message (p50)', figure: step.p50 / message.p50, unit: 'times', atMost: 3 },
  ]
}

/** Measures racing steps at two processes over HTTP, and a step's time until the other person sees it. */
export async function agreementRaceRows(databaseUrl: string, db: Database, port: number): Promise<Row[]> {
  const { secretKey, secrets } = newSecretKey()
  using folder = temporaryFolder('agreement-race')
  const options = { dataDir: folder.path, databaseUrl, demo: false, settings: { SECRET_KEY: secretKey } }
  await using first = await startSite({ ...options, port })
  await using second = await startSite({ ...options, port: port + 1 })
  const scene = { db, urls: [first.url, second.url], sign: tokenSigner(secrets) }
  return [...(await shownRows(scene)), ...(await raceRows(scene))]
}
