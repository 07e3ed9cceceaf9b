import type { Database } from '#server/platform/db/connect.ts'
import type { Site } from '#testing/scale/site.ts'
import {
  insertPairs,
  newSecretKey,
  type Pair,
  type Participant,
  tokenSigner,
} from '#testing/live/conversation-people.ts'
import { measureCost } from '#bench/load/bare.ts'
import { guardedRows } from './guarded-messages.ts'
import { FRESH_ID, measure, type Post } from '#bench/load/load.ts'
import { type Connected, type MessageLoad, startMessageLoad } from '#bench/load/message-load.ts'
import { prepareOwnSite } from '#bench/load/own-site.ts'
import { megabytesOf } from '#bench/load/processes.ts'
import { p99Row, type Row } from './report.ts'
import { retryRaceRow } from './retry-race.ts'

const PAIRS = 500
const GUARDED_PAIRS = 100
const MESSAGES_PER_SECOND = 500
const SEND_SECONDS = 15
const SATURATING_CLIENTS = 16
/** Enough people that nobody reaches the limit per minute. */
const SATURATING_PAIRS = 2000
const WARM_UP_SECONDS = 3
const IDLE_SOCKETS = 10_000
interface Bench {
  site: Site
  db: Database
  load: MessageLoad
  sign: (participant: Participant) => Promise<string>
}

async function insertTalkers({ db, sign }: Bench, count: number): Promise<[Connected, Connected][]> {
  const connected = async (participant: Participant) => ({ ...participant, token: await sign(participant) })
  const talkers = await insertPairs(db, count)
  return Promise.all(
    talkers.map(async ([a, b]) => [await connected(a), await connected(b)] as [Connected, Connected]),
  )
}

async function messageRow(bench: Bench, reads: boolean): Promise<Row> {
  const { site, load } = bench
  const pairs = await insertTalkers(bench, PAIRS)
  const speed = await load.run({
    kind: 'send',
    url: site.url,
    pairs,
    perSecond: MESSAGES_PER_SECOND,
    seconds: SEND_SECONDS,
    reads,
  })
  const people = (PAIRS * 2).toLocaleString('en')
  const name = `message sent to shown${reads ? ' and read' : ''}, ${people} people`
  return p99Row(name, speed, 25)
}

/** Signs in all sellers, then all buyers, so that the two people of a conversation do not write at the same moment. */
export function signedIn(pairs: Pair[], sign: Bench['sign']): Promise<Connected[]> {
  const people = [...pairs.map(([seller]) => seller), ...pairs.map(([, buyer]) => buyer)]
  return Promise.all(people.map(async (person) => ({ ...person, token: await sign(person) })))
}

/** One message of each person. */
export const messagesOf = (people: Connected[]): Post[] =>
  people.map(({ conversationId, token }) => ({
    path: `/api/conversations/${conversationId}/messages`,
    headers: { Authorization: `Bearer ${token}` },
    body: JSON.stringify({ clientKey: FRESH_ID, content: 'Is it still available?' }),
  }))

/** Measures the maximum number of messages of many people. */
async function saturationRows({ site, db, sign }: Bench): Promise<Row[]> {
  const people = await signedIn(await insertPairs(db, SATURATING_PAIRS), sign)
  const load = { origin: site.url, paths: messagesOf(people), clients: SATURATING_CLIENTS }
  await measure({ ...load, seconds: WARM_UP_SECONDS })
  const { speed, microseconds } = await measureCost(site.pid, { ...load, seconds: SEND_SECONDS })
  const name = `messages, ${SATURATING_CLIENTS} clients`
  return [
    { name, speed, figure: speed.perSecond, unit: '/s', atLeast: 2500 },
    p99Row(name, speed, 20),
    { name, figure: microseconds, unit: 'µs of processor', atMost: 300 },
  ]
}

async function idleRow({ site, db, load, sign }: Bench): Promise<Row> {
  // One socket per person, as on a market in the evening.
  const people = (await insertPairs(db, IDLE_SOCKETS / 2)).flat()
  const tokens = await Promise.all(people.map(sign))
  // Measures a fresh process: one that has worked before would reuse memory that it freed.
  const before = megabytesOf(site.pid, 'VmRSS')
  const { perSecond: sockets } = await load.run({ kind: 'idle', url: site.url, tokens })
  const after = megabytesOf(site.pid, 'VmRSS')
  const inAll = `process ${Math.round(before)} MB before, ${Math.round(after)} MB then`
  const name = `${sockets.toLocaleString('en')} idle sockets of as many people, ${inAll}`
  return { name, figure: after - before, unit: 'MB', atMost: 400 }
}

/** Measures people who write to each other, on one process. */
export async function messageRows(port: number): Promise<Row[]> {
  const { secretKey, secrets } = newSecretKey()
  const settings = { SECRET_KEY: secretKey, TRUSTED_PROXIES: '127.0.0.1' }
  using own = prepareOwnSite({ port, settings })
  const sign = tokenSigner(secrets)
  const benches: ((bench: Bench) => Promise<Row | Row[]>)[] = [
    (bench) => messageRow(bench, false),
    (bench) => messageRow(bench, true),
    async ({ site, ...bench }) =>
      guardedRows({
        ...bench,
        url: site.url,
        pairs: await insertTalkers({ site, ...bench }, GUARDED_PAIRS),
      }),
    ({ site, ...bench }) => retryRaceRow({ origin: site.url, ...bench }),
    saturationRows,
    idleRow,
  ]
  const rows: Row[] = []
  for (const row of benches) {
    await using load = startMessageLoad()
    rows.push(...[await own.run(({ site, db }) => row({ site, db, load, sign }))].flat())
  }
  return rows
}
