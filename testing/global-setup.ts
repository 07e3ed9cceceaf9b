import { rmSync } from 'node:fs'
import { sql } from 'kysely'
import type { TestProject } from 'vitest/node'
import { connect } from '#server/platform/db/connect.ts'
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { prepareDatabase } from '#server/prepare-database.ts'
import { createTestApp } from './app.ts'
import { createTemporaryFolder } from './temporary-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The maintenance database of this run's server, as superuser. */
    adminUrl: string
  }
}

/** This server's data is deleted after the run. */
const CARELESS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '128MB',
  max_wal_size: '128MB',
}
/** Each worker's apps use about twenty connections, and there is a worker for each core. */
const CONNECTIONS = { max_connections: '500' }

/** One server for the whole run; its database `sankofa` is the migrated template that each test clones. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = createTemporaryFolder('sankofa-test-')
  const postgres = await startEmbedded({ dataDir, settings: { ...CARELESS, ...CONNECTIONS } })
  const teardown = async () => {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await prepareDatabase(postgres.url)
    await createQueues(postgres.url)
  } catch (error) {
    await teardown()
    throw error
  }
  project.provide('adminUrl', postgres.adminUrl)
  return teardown
}

/**
 * Creates the queues of all jobs, which each app would otherwise create. Omits schedules, whose jobs would be
 * due.
 */
async function createQueues(url: string): Promise<void> {
  const db = connect(url, { connections: 4 })
  const app = await createTestApp({ database: { db, url, close: async () => undefined } })
  await app.close()
  await sql`delete from pgboss.schedule`.execute(db)
  await db.destroy()
}
