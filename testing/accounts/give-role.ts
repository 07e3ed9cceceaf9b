import { join } from 'node:path'
import pg from 'pg'
import { readPostmaster } from '#server/platform/db/embedded/postmaster.ts'

/** Gives a role in the site's database, because a shell command would need its own process. */
export async function giveRole(
  dataDir: string,
  email: string,
  role: 'moderator' | 'administrator',
): Promise<void> {
  const socketDir = readPostmaster(join(dataDir, 'postgres'))?.socketDir ?? ''
  const connectionString = `postgres://sankofa@${encodeURIComponent(socketDir)}/sankofa`
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query('insert into staff (account_id, role) select id, $2 from accounts where email = $1', [
      email,
      role,
    ])
  } finally {
    await client.end()
  }
}
