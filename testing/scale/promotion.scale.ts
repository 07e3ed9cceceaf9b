import { mkdtempSync, rmSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connect } from '#server/platform/db/connect.ts'
import { type Acknowledged, openConversationClient } from '#testing/live/conversation-client.ts'
import { insertPairs, newSecretKey, tokenSigner } from '#testing/live/conversation-people.ts'
import {
  type Primary,
  startPrimary,
  startReplica,
  type StreamingReplica,
} from '#testing/streaming-replica.ts'
import { type CutProxy, openCutProxy } from './cut-proxy.ts'
import { freePort } from './free-port.ts'
import { runningProcesses } from './running-processes.ts'
import { type Site, startSite } from './site.ts'

const PAIRS = 5
const EACH = 30

let primary: Primary
let replica: StreamingReplica
let proxy: CutProxy
let site: Site
const { secretKey, secrets } = newSecretKey()
const dataDir = mkdtempSync(join(tmpdir(), 'sankofa-promotion-'))

const socketIn = (folder: string) => ({ path: join(folder, '.s.PGSQL.5432') })
const socketOf = (url: string) => socketIn(decodeURIComponent(new URL(url).host))

async function onPrimary<Row>(statement: string): Promise<Row[]> {
  const client = new pg.Client(primary.adminUrl)
  await client.connect()
  try {
    return (await client.query(statement)).rows as Row[]
  } finally {
    await client.end()
  }
}

beforeAll(async () => {
  primary = await startPrimary()
  replica = await startReplica(primary)
  // A commit waits until the replica has it as well: otherwise the last ones before the end are lost.
  await onPrimary("alter system set synchronous_standby_names = '*'")
  await onPrimary('select pg_reload_conf()')
  proxy = await openCutProxy(socketOf(primary.url))
  site = await startSite({
    port: await freePort(),
    dataDir,
    databaseUrl: `postgres://sankofa@127.0.0.1:${proxy.port}/sankofa`,
    demo: false,
    settings: { SECRET_KEY: secretKey, PROCESSES: '2', LOG_LEVEL: 'silent' },
  })
})
afterAll(async () => {
  await site.stop()
  await proxy.close()
  // Its slot went with the primary.
  await replica.close().catch(() => undefined)
  await primary.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** The primary is gone at once; its replica takes its position, and one process of the site dies besides. */
async function promote(): Promise<void> {
  const [row] = await onPrimary<{ data_directory: string }>('show data_directory')
  const postmaster = readFileSync(join(row?.data_directory ?? '', 'postmaster.pid'), 'utf8')
  process.kill(Number(postmaster.split('\n')[0]), 'SIGQUIT')
  const worker = runningProcesses().find(({ parent }) => parent === site.pid)
  process.kill(worker?.pid ?? Number.NaN, 'SIGKILL')
  await replica.query('select pg_promote()')
  proxy.aim(socketIn(replica.socketDir))
}

it('a synchronous replica takes over: nothing acknowledged is lost, doubled or disordered', async () => {
  const before = connect(primary.url, { connections: 1 })
  const pairs = await insertPairs(before, PAIRS)
  await before.destroy()
  const sign = tokenSigner(secrets)
  const clients = pairs
    .flat()
    .map((participant) => openConversationClient({ participant, url: site.url, sign }))
  const acknowledged: Acknowledged[] = []
  let promoting: Promise<void> | undefined
  await Promise.all(
    clients.map(async (client) => {
      for (let number = 1; number <= EACH; number += 1) {
        acknowledged.push(await client.send(`${number} of ${client.participant.id}`))
        if (acknowledged.length === (clients.length * EACH) / 3) promoting = promote()
      }
    }),
  )
  await promoting
  await Promise.all(clients.map((client) => client.shows(EACH * 2)))
  for (const client of clients) client.close()

  const after = connect(replica.url, { connections: 1 })
  const rows = await after.selectFrom('messages').select(['id', 'seq', 'sender_id', 'content']).execute()
  await after.destroy()
  expect(rows.map(({ id }) => id).toSorted()).toEqual(acknowledged.map(({ id }) => id).toSorted())
  for (const { participant } of clients) {
    const own = rows.filter((each) => each.sender_id === participant.id).toSorted((a, b) => a.seq - b.seq)
    const sent = Array.from({ length: EACH }, (_, at) => `${at + 1} of ${participant.id}`)
    expect(own.map(({ content }) => content)).toEqual(sent)
  }
})
