import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Database } from '#server/platform/db/connect.ts'
import {
  insertPairs,
  newSecretKey,
  type Pair,
  type Participant,
  tokenSigner,
} from '#testing/live/conversation-people.ts'
import { connectLive, type LiveClient } from '#testing/live/live.ts'
import { until } from '#testing/until.ts'
import { freePort } from './free-port.ts'
import { type OwnPostgres, startOwnPostgres } from './own-postgres.ts'
import { runningProcesses } from './running-processes.ts'
import { type Site, startSite } from './site.ts'

const TIMEOUT_MS = 30_000
/** The processes receive connections in turn, so that each has some. */
const SOCKETS = 6

/** Number of characters from the end of the log that an error message quotes. */
const LAST_WORDS = 6_000

export interface Reply {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}

interface Sent {
  method?: string
  token?: string
  body?: unknown
}

/** One open connection to one of the processes. */
export interface Connection {
  send(path: string, sent?: Sent): Promise<Reply>
  close(): void
}

export interface SharedPort extends Pick<Site, 'url' | 'stop' | 'kill' | 'pid'> {
  postgres: OwnPostgres
  db: Database
  sign: (participant: Participant) => Promise<string>
  newPair(): Promise<Pair>
  pids(): number[]
  /** Process id by number, from 1. */
  pidOf(process: number): number
  /** Resolves once this number of processes answers. */
  answers(processes?: number): Promise<void>
  connect(): Connection
  /** Connects to the process of this number. */
  connectTo(process: number): Promise<Connection>
  /** Opens sockets of this person at every process. */
  openSockets(person: Participant): Promise<LiveClient[]>
  /** All output so far. */
  said(): string
  close(): Promise<void>
}

function openConnection(url: string): Connection {
  const timeout = TIMEOUT_MS
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    send: (path, { method = 'GET', token, body } = {}) =>
      new Promise((resolve, reject) => {
        const headers = {
          ...(token && { Authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
        }
        const sent = request(new URL(path, url), { method, agent, headers, timeout }, (reply) => {
          let text = ''
          reply.setEncoding('utf8')
          reply.on('data', (piece: string) => (text += piece))
          reply.on('end', () =>
            resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: text }),
          )
          reply.on('error', reject)
        })
        sent.on('error', reject)
        sent.on('timeout', () => sent.destroy(new Error('No answer came')))
        sent.end(body === undefined ? undefined : JSON.stringify(body))
      }),
    close: () => agent.destroy(),
  }
}

const withoutRequests = (said: string) =>
  said
    .split('\n')
    .filter((line) => !line.includes('"msg":"request"'))
    .join('\n')

/** Connections to a site, whose log names the answering process. */
function connecting(url: string, said: () => string) {
  const connections: Connection[] = []
  const open = () => {
    const connection = openConnection(url)
    connections.push(connection)
    return connection
  }

  /** The log names the answering process a moment after the client has its reply. */
  async function whoAnswers(connection: Connection): Promise<number> {
    const { headers } = await connection.send('/healthz')
    return until(
      () => {
        const line = said()
          .split('\n')
          .find((each) => each.includes(String(headers['x-request-id'])))
        return line === undefined ? undefined : (JSON.parse(line) as { process: number }).process
      },
      { what: () => 'the log line of a request' },
    )
  }

  const connectTo = (process: number) =>
    until(
      async () => {
        const connection = open()
        // A connection to a dying process ends.
        if ((await whoAnswers(connection).catch(() => undefined)) === process) return connection
        connection.close()
        return undefined
      },
      {
        what: () =>
          `process ${process} of a site that printed last: ${withoutRequests(said()).slice(-LAST_WORDS)}`,
      },
    )
  return { connections, open, connectTo }
}

/** A site of several processes, started as one, on its own database. */
export async function openSharedPort(
  processes: number,
  further: Record<string, string> = {},
): Promise<SharedPort> {
  const { secretKey, secrets } = newSecretKey()
  const postgres = await startOwnPostgres()
  const db = connect(postgres.url)
  const dataDir = mkdtempSync(join(tmpdir(), 'sankofa-shared-'))
  const logPath = join(dataDir, 'said.log')
  const log = openSync(logPath, 'a')
  const settings = { SECRET_KEY: secretKey, PROCESSES: String(processes), ...further }
  const site = await startSite({
    port: await freePort(),
    dataDir,
    databaseUrl: postgres.url,
    demo: false,
    settings,
    log,
  })
  const said = () => readFileSync(logPath, 'utf8')
  const { connections, open, connectTo } = connecting(site.url, said)
  const pids = () =>
    runningProcesses()
      .filter(({ parent, command }) => parent === site.pid && command.includes('main.ts'))
      .map(({ pid }) => pid)

  const sign = tokenSigner(secrets)

  return {
    ...site,
    postgres,
    db,
    sign,
    newPair: async () => (await insertPairs(db, 1))[0] as Pair,
    pids,
    pidOf: (process) =>
      pids().find((pid) => readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`"number":${process},`)) ??
      NaN,
    async answers(count = processes) {
      for (let process = 1; process <= count; process += 1) (await connectTo(process)).close()
    },
    connect: open,
    connectTo,
    async openSockets(person) {
      const token = await sign(person)
      return Promise.all(
        Array.from({ length: SOCKETS }, () => connectLive(site.url, token, { reconnection: false })),
      )
    },
    said,
    async close() {
      for (const connection of connections) connection.close()
      await site.stop()
      await db.destroy()
      await postgres.close()
      closeSync(log)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
