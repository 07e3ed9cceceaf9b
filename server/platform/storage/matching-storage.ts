import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Database } from '#server/platform/db/connect.ts'
import type { Storage } from './storage.ts'
import { BootError } from '#server/platform/process/boot-error.ts'
import type { StorageConfig } from '#server/config/s3-config.ts'

const TOKEN_KEY = 'site/token.txt'

async function tokenIn(storage: Storage): Promise<string | undefined> {
  const found = await storage.read(TOKEN_KEY)
  return found ? (await text(found.stream)).trim() : undefined
}

/**
 * The token of database and storage. The first start of a site writes it to both; processes that start at once wait
 * for each other.
 */
async function tokenOf(db: Database, storage: Storage): Promise<string> {
  return db.transaction().execute(async (tx) => {
    const inserted = await tx
      .insertInto('storage_token')
      .values({ token: (await tokenIn(storage)) ?? randomUUID() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('token')
      .executeTakeFirst()
    if (inserted) await storage.put(TOKEN_KEY, Buffer.from(inserted.token), 'text/plain')
    return (
      inserted?.token ??
      (await tx.selectFrom('storage_token').select('token').executeTakeFirstOrThrow()).token
    )
  })
}

/**
 * Checks that the storage belongs to this database: a process with a different folder would report existing photos as
 * missing, and other processes would not find the photos that it stores. Throws a BootError that names the setting.
 */
export async function requireMatchingStorage(
  { db, storage }: { db: Database; storage: Storage },
  settings: { storage: StorageConfig; dataDir: string },
): Promise<void> {
  const token = await tokenOf(db, storage)
  if ((await tokenIn(storage)) !== token) throw new BootError(adviceOf(settings, token))
}

const SAME = 'Every process of a site needs the same one.'

function adviceOf({ storage, dataDir }: { storage: StorageConfig; dataDir: string }, token: string): string {
  if (storage.kind === 's3')
    return `S3_BUCKET: the bucket ${storage.bucket} does not contain the photos of this database. ${SAME} If it is the right one anyway, put ${token} into its object ${TOKEN_KEY}.`
  const folder = join(dataDir, 'photos')
  return `DATA_DIR: ${folder} does not contain the photos of this database. ${SAME} Set DATA_DIR to the folder that the other processes use, or S3_ settings to a bucket for all. If it is the right one anyway, write ${token} into ${join(folder, TOKEN_KEY)}.`
}
