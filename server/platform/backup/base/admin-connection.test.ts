import { expect, test } from 'vitest'
import { createTestDatabase } from '#testing/database.ts'
import { setUp } from '#testing/set-up.ts'
import { withAdmin } from './admin-connection.ts'

const database = setUp(createTestDatabase)

test('a broken connection rejects the work and does not end the process', async () => {
  const work = withAdmin(database.url, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const ended = new Promise<void>((resolve) => client.once('end', resolve))
    await withAdmin(database.url, (other) => other.query('select pg_terminate_backend($1)', [rows[0]?.pid]))
    await ended
    return client.query('select 1')
  })
  await expect(work).rejects.toThrow(/not queryable|terminated/)
})
