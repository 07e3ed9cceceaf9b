import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { connect, type Database } from '#server/platform/db/connect.ts'
import { type CutProxy, openCutProxy } from '#testing/scale/cut-proxy.ts'
import { raceToRead } from '#testing/live/join-then-read.ts'
import { type OwnPostgres, startOwnPostgres } from '#testing/scale/own-postgres.ts'
import { type ReplicatedPostgres, startReplicatedPostgres } from '#testing/scale/replicated-postgres.ts'
import { runningProcesses } from '#testing/scale/running-processes.ts'
import { type Site, startSite } from '#testing/scale/site.ts'
import {
  type Acknowledged,
  openConversationClient,
  type ConversationClient,
} from '#testing/live/conversation-client.ts'
import {
  insertPairs,
  newSecretKey,
  type Participant,
  tokenSigner,
} from '#testing/live/conversation-people.ts'
import { temporaryFolder } from '#bench/load/temporary-folder.ts'
import { checkMessages, type Faults, selectStored } from './check.ts'

export interface ChaosPlan {
  port: number
  /** Minimum number of messages; people write until every fault has happened. */
  messages: number
  pairs: number
  /** Number of processes that answer at the port. */
  processes: number
  /** Kills of the whole server by kill -9. */
  kills: number
  /** Kills of one process by kill -9; the others continue and it is replaced. */
  processKills: number
  /** Renewals of all processes, one after another, while the others answer. */
  renewals: number
  /**
   * Restarts of the database, alternately after a crash and in order; if it has a replica, kills of that instead.
   */
  restarts: number
  /** True if a synchronous replica takes over after half the messages; it then restarts as the database. */
  promotion: boolean
  /** Cuts of all or some connections between browsers and server. */
  cuts: number
  /** Messages sent by several attempts at once. */
  racingRetries: number
  /** Messages sent while the other person connects and reads. */
  joinRaces: number
  say: (text: string) => void
}

export interface ChaosReport {
  faults: Faults
  acknowledged: number
  /** Reconnects of all clients after faults. */
  reconnects: number
  racing: { sent: number; keys: number; rows: number; different: number }
  joinRaces: { raced: number; missed: number }
  seconds: { sending: number; racing: number; joinRaces: number }
}

const ATTEMPTS_OF_ONE = 5
const RACING_AT_ONCE = 40
const JOINING_AT_ONCE = 20
const SHOWN_MILLISECONDS = 60_000
const RENEWED_MILLISECONDS = 60_000
const RENEWAL_ATTEMPTS = 5
const RENEWAL_POLL_MILLISECONDS = 100
/** Shares of the connections that are cut at once. */
const PART_CUT = [1, 0.5, 0.1]

type ChaosDatabase = Pick<OwnPostgres, 'url' | 'restart' | 'close'> &
  Partial<Pick<ReplicatedPostgres, 'replicaUrl' | 'promote'>>

interface Scene extends AsyncDisposable {
  db: Database
  postgres: ChaosDatabase
  proxy: CutProxy
  site: Site
  restartSite: () => Promise<void>
  killProcess: (time: number) => Promise<void>
  renew: () => Promise<void>
  /** Address through the proxy that can be cut. */
  url: string
  open: (participant: Participant) => Promise<ConversationClient>
}

async function openScene({ port, processes, promotion, say }: ChaosPlan): Promise<Scene> {
  const { secretKey, secrets } = newSecretKey()
  const sign = tokenSigner(secrets)
  const { path: dataDir, remove } = temporaryFolder('chaos')
  const postgres: ChaosDatabase = await (promotion ? startReplicatedPostgres() : startOwnPostgres())
  const settings = {
    SECRET_KEY: secretKey,
    TRUSTED_PROXIES: '127.0.0.1',
    PROCESSES: String(processes),
    ...(postgres.replicaUrl && { DATABASE_READ_URL: postgres.replicaUrl }),
  }
  const start = () => startSite({ port, dataDir, databaseUrl: postgres.url, demo: false, settings })
  const proxy = await openCutProxy({ port, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${proxy.port}`
  const db = connect(postgres.url)
  let addresses = 0
  const scene: Scene = {
    db,
    postgres,
    proxy,
    url,
    site: await start(),
    async restartSite() {
      await scene.site.kill()
      scene.site = await start()
    },
    async killProcess(time) {
      const pids = childrenOf(scene.site.pid)
      // The processes die in turn; without any left there is nothing to kill.
      const pid = pids[time % pids.length]
      if (pid !== undefined) process.kill(pid, 'SIGKILL')
    },
    renew: () => renewProcesses(scene.site.pid, say),
    async open(participant) {
      addresses += 1
      const address = `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
      return openConversationClient({ participant, url, sign, address })
    },
    async [Symbol.asyncDispose]() {
      await scene.site.stop()
      await proxy.close()
      await db.destroy()
      await postgres.close()
      remove()
    },
  }
  return scene
}

const childrenOf = (parent: number) =>
  runningProcesses()
    .filter((each) => each.parent === parent && each.command.includes('main.ts'))
    .map(({ pid }) => pid)

/** The old processes stay if a new one does not open, so an operator repeats the renewal. */
async function renewProcesses(supervisor: number, say: ChaosPlan['say']): Promise<void> {
  const before = childrenOf(supervisor)
  const isRenewed = () => !childrenOf(supervisor).some((pid) => before.includes(pid))
  for (let attempt = 1; attempt <= RENEWAL_ATTEMPTS; attempt += 1) {
    if (attempt > 1) say('The processes are renewed again')
    process.kill(supervisor, 'SIGUSR2')
    const deadline = performance.now() + RENEWED_MILLISECONDS
    while (performance.now() < deadline) {
      if (isRenewed()) return
      await sleep(RENEWAL_POLL_MILLISECONDS)
    }
  }
  throw new Error('The processes were not renewed in time')
}

/** The faults in their order: all kinds, from the first to the last message. */
function disasters(plan: ChaosPlan, scene: Scene): (() => Promise<unknown>)[] {
  const list: { at: number; break: () => Promise<unknown> }[] = []
  const spread = (times: number, happen: (time: number) => Promise<unknown>) => {
    for (let time = 0; time < times; time += 1) {
      list.push({ at: (time + Math.random()) / times, break: () => happen(time) })
    }
  }
  spread(plan.kills, scene.restartSite)
  spread(plan.processKills, scene.killProcess)
  spread(plan.renewals, scene.renew)
  if (plan.promotion) list.push({ at: 0.5, break: async () => scene.postgres.promote?.() })
  spread(plan.restarts, (time) => scene.postgres.restart(time % 2 ? 'in order' : 'crash'))
  spread(plan.cuts, async (time) => scene.proxy.cut(PART_CUT[time % PART_CUT.length]))
  return list.toSorted((a, b) => a.at - b.at).map((disaster) => disaster.break)
}

/** Everybody writes while one fault after another happens; afterwards each person must see every message. */
async function sendThrough(plan: ChaosPlan, scene: Scene) {
  const pairs = await insertPairs(scene.db, plan.pairs)
  const clients = await Promise.all(pairs.flat().map(scene.open))
  const each = Math.ceil(plan.messages / clients.length)
  const total = each * clients.length
  const breaking = disasters(plan, scene)
  const acknowledged: Acknowledged[] = []
  let reconnects = 0
  let happening = Promise.resolve<unknown>(undefined)
  for (const { socket } of clients) socket.on('disconnect', () => (reconnects += 1))

  let next = 0
  let broken = 0
  const breakWhatIsDue = () => {
    const due = Math.min(breaking.length, Math.floor((acknowledged.length / total) * (breaking.length + 1)))
    for (; next < due; next += 1) {
      const number = next + 1
      const happen = breaking[next] as () => Promise<unknown>
      happening = happening.then(() => {
        if (number % 10 === 0)
          plan.say(`${acknowledged.length} messages, ${number} of ${breaking.length} faults`)
        return happen()
      })
      happening.then(
        () => (broken = number),
        () => (broken = breaking.length),
      )
    }
  }
  // People continue until the last fault is over, because faults take time.
  const isOver = (number: number) => number > each && broken === breaking.length
  await Promise.all(
    clients.map(async (client) => {
      for (let number = 1; !isOver(number); number += 1) {
        acknowledged.push(await client.send(`${number} of ${client.participant.id}`))
        breakWhatIsDue()
      }
    }),
  )
  await happening
  const limit = new Promise((resolve) => setTimeout(resolve, SHOWN_MILLISECONDS).unref())
  const countIn = (id: string) => acknowledged.filter(({ conversationId }) => conversationId === id).length
  const showing = clients.map((client) => client.shows(countIn(client.participant.conversationId)))
  await Promise.race([Promise.all(showing), limit])
  const screens = clients.map(({ participant, shown }) => ({
    conversationId: participant.conversationId,
    personId: participant.id,
    shown: [...shown],
  }))
  for (const client of clients) client.close()
  return { acknowledged, screens, reconnects }
}

/** Sends each message by several attempts at once, which must all name the same row. */
async function raceRetries({ racingRetries }: ChaosPlan, scene: Scene) {
  const keys = Math.ceil(racingRetries / ATTEMPTS_OF_ONE)
  const pairs = await insertPairs(scene.db, Math.min(RACING_AT_ONCE, keys))
  const clients = await Promise.all(pairs.map(([participant]) => scene.open(participant)))
  let different = 0
  let left = keys
  await Promise.all(
    clients.map(async (client) => {
      while ((left -= 1) >= 0) {
        const clientKey = randomUUID()
        const attempts = Array.from({ length: ATTEMPTS_OF_ONE }, () => client.send('Again', clientKey))
        const ids = new Set((await Promise.all(attempts)).map(({ id }) => id))
        different += ids.size - 1
      }
      client.close()
    }),
  )
  const conversations = pairs.map(([participant]) => participant.conversationId)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from messages where conversation_id = any(${conversations}::uuid[])`.execute(
    scene.db,
  )
  return { sent: keys * ATTEMPTS_OF_ONE, keys, rows: rows[0]?.count ?? 0, different }
}

async function joinRaces({ joinRaces: races }: ChaosPlan, scene: Scene) {
  const pairs = await insertPairs(scene.db, JOINING_AT_ONCE)
  const raced = Math.ceil(races / JOINING_AT_ONCE) * JOINING_AT_ONCE
  return { raced, missed: await raceToRead(pairs, raced, scene.open) }
}

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const startedAt = performance.now()
  const result = await work()
  return [result, (performance.now() - startedAt) / 1000]
}

/** Causes all faults while people write, then looks for lost messages. */
export async function runChaos(plan: ChaosPlan): Promise<ChaosReport> {
  await using scene = await openScene(plan)
  plan.say('People sending while everything breaks')
  const [sending, sendSeconds] = await timed(() => sendThrough(plan, scene))
  const faults = checkMessages(sending.acknowledged, await selectStored(scene.db), sending.screens)
  plan.say(`${Object.values(faults).reduce((sum, count) => sum + count, 0)} faults`)
  plan.say('The same messages are sent several times at once')
  const [racing, racingSeconds] = await timed(() => raceRetries(plan, scene))
  plan.say('Messages are sent while the other person connects')
  const [races, racesSeconds] = await timed(() => joinRaces(plan, scene))
  return {
    faults,
    acknowledged: sending.acknowledged.length,
    reconnects: sending.reconnects,
    racing,
    joinRaces: races,
    seconds: { sending: sendSeconds, racing: racingSeconds, joinRaces: racesSeconds },
  }
}
