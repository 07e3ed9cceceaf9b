import { inject } from 'vitest'
import { connect } from '#server/platform/db/connect.ts'
import { type CutProxy, openCutProxy } from './cut-proxy.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'

/** A new database behind a connection that can be cut. */
export async function createCutDatabase(): Promise<TestDatabase & { cable: CutProxy; direct: TestDatabase }> {
  const direct = await createTestDatabase()
  const folder = decodeURIComponent(new URL(inject('adminUrl')).host)
  const cable = await openCutProxy({ path: `${folder}/.s.PGSQL.5432` })
  const url = `postgres://sankofa@127.0.0.1:${cable.port}${new URL(direct.url).pathname}`
  const db = connect(url, { connections: 4 })
  const close = async () => {
    await db.destroy()
    await cable.close()
    await direct.close()
  }
  return { db, url, cable, direct, close }
}
