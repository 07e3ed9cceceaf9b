import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Database } from '#server/platform/db/connect.ts'
import { type CutProxy, openCutProxy } from './cut-proxy.ts'
import { freePort } from './free-port.ts'
import { type OwnPostgres, startOwnPostgres } from './own-postgres.ts'
import { type Site, startSite } from './site.ts'
import { openConversationClient, type ConversationClient } from '#testing/live/conversation-client.ts'
import {
  insertPairs,
  newSecretKey,
  type Pair,
  type Participant,
  tokenSigner,
} from '#testing/live/conversation-people.ts'

export interface TwoProcesses {
  postgres: OwnPostgres
  db: Database
  /** The site's processes. */
  processes: [Site, Site]
  /** Sends everyone to the first process while it runs. */
  balancer: CutProxy & { url: string }
  sign: (participant: Participant) => Promise<string>
  newPair(): Promise<Pair>
  open(participant: Participant, url: string): Promise<ConversationClient>
  /** Ends the first process in this way while the balancer switches to the second. */
  endFirst(how: 'stop' | 'kill'): Promise<void>
  /** Starts the first process again. */
  startFirst(): Promise<void>
  close(): Promise<void>
}

/** Two real processes of one site on one database. */
export async function openTwoProcesses(settings: Record<string, string>): Promise<TwoProcesses> {
  const { secretKey, secrets } = newSecretKey()
  const sign = tokenSigner(secrets)
  const postgres = await startOwnPostgres()
  const db = connect(postgres.url)
  const dataDir = mkdtempSync(join(tmpdir(), 'sankofa-scale-'))
  const start = async (port: number) =>
    startSite({
      port,
      dataDir,
      databaseUrl: postgres.url,
      demo: false,
      settings: { SECRET_KEY: secretKey, ...settings },
    })
  const ports = [await freePort(), await freePort()] as const
  const processes: [Site, Site] = [await start(ports[0]), await start(ports[1])]
  const proxy = await openCutProxy({ port: ports[0], host: '127.0.0.1' })
  const sendTo = (at: 0 | 1) => proxy.aim({ port: ports[at], host: '127.0.0.1' })
  const clients: ConversationClient[] = []

  return {
    postgres,
    db,
    processes,
    balancer: { ...proxy, url: `http://127.0.0.1:${proxy.port}` },
    sign,
    newPair: async () => (await insertPairs(db, 1))[0] as Pair,
    async open(participant, url) {
      const client = openConversationClient({ participant, url, sign })
      clients.push(client)
      if (!client.socket.connected)
        await new Promise<void>((resolve) => client.socket.once('connect', resolve))
      return client
    },
    async endFirst(how) {
      sendTo(1)
      await processes[0][how]()
    },
    async startFirst() {
      processes[0] = await start(ports[0])
      sendTo(0)
    },
    async close() {
      for (const client of clients) client.close()
      await proxy.close()
      for (const process of processes) await process.stop()
      await db.destroy()
      await postgres.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
