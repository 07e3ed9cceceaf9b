import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connect } from '#server/platform/db/connect.ts'
import { type Acknowledged, openConversationClient } from '#testing/live/conversation-client.ts'
import { insertPairs, newSecretKey, tokenSigner } from '#testing/live/conversation-people.ts'
import { freePort } from './free-port.ts'
import { type ReplicatedPostgres, startReplicatedPostgres } from './replicated-postgres.ts'
import { runningProcesses } from './running-processes.ts'
import { type Site, startSite } from './site.ts'

const PAIRS = 5
const EACH = 30

let postgres: ReplicatedPostgres
let site: Site
const { secretKey, secrets } = newSecretKey()
const dataDir = mkdtempSync(join(tmpdir(), 'sankofa-promotion-'))

beforeAll(async () => {
  postgres = await startReplicatedPostgres()
  site = await startSite({
    port: await freePort(),
    dataDir,
    databaseUrl: postgres.url,
    demo: false,
    settings: { SECRET_KEY: secretKey, PROCESSES: '2' },
  })
})
afterAll(async () => {
  await site.stop()
  await postgres.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Promotes the replica, and kills a process of the site at the same time. */
async function promote(): Promise<void> {
  const worker = runningProcesses().find(({ parent }) => parent === site.pid)
  process.kill(worker?.pid ?? Number.NaN, 'SIGKILL')
  await postgres.promote()
}

it('a synchronous replica takes over without losing, repeating or reordering messages', async () => {
  const before = connect(postgres.url, { connections: 1 })
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

  const after = connect(postgres.url, { connections: 1 })
  const rows = await after.selectFrom('messages').select(['id', 'seq', 'sender_id', 'content']).execute()
  await after.destroy()
  expect(rows.map(({ id }) => id).toSorted()).toEqual(acknowledged.map(({ id }) => id).toSorted())
  for (const { participant } of clients) {
    const own = rows.filter((each) => each.sender_id === participant.id).toSorted((a, b) => a.seq - b.seq)
    const sent = Array.from({ length: EACH }, (_, at) => `${at + 1} of ${participant.id}`)
    expect(own.map(({ content }) => content)).toEqual(sent)
  }
})
