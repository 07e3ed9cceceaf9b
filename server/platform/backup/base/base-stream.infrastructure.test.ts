import { rmSync } from 'node:fs'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { createTemporaryFolder } from '#testing/temporary-folder.ts'
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { openBaseStream } from './base-stream.ts'

async function startWithTable() {
  const dataDir = createTemporaryFolder('sankofa-base-stream-')
  const postgres = await startEmbedded({ dataDir, settings: { fsync: 'off', shared_buffers: '16MB' } })
  const client = new pg.Client(postgres.adminUrl)
  onTestFinished(async () => {
    await client.end()
    await postgres.stop()
    rmSync(dataDir, { recursive: true })
  })
  await client.connect()
  await client.query(
    `create table filler as select repeat(md5(n::text), 30) as content from generate_series(1, 60000) n`,
  )
  return { adminUrl: postgres.adminUrl, client }
}

it('a base that takes longer than several checkpoints contains the log that it needs', async () => {
  const { adminUrl, client } = await startWithTable()
  const { tar, positions } = await openBaseStream(adminUrl)
  let bytes = 0
  for await (const chunk of tar) {
    // The server waits here, because the reader takes no more.
    if (bytes === 0)
      for (let checkpoint = 0; checkpoint < 5; checkpoint += 1) {
        await client.query("select pg_create_restore_point('meanwhile')")
        await client.query('select pg_switch_wal()')
        await client.query('checkpoint')
      }
    bytes += (chunk as Buffer).byteLength
  }
  expect(bytes).toBeGreaterThan(60_000 * 32 * 30)
  expect(positions().end.lsn > positions().start.lsn).toBe(true)
  const slots = () => client.query('select from pg_replication_slots').then(({ rowCount }) => rowCount)
  await expect.poll(slots).toBe(0)
})
