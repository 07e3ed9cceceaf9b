import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import { fillDemo } from '#demo/fill.ts'
import { connect, type Database } from '#server/platform/db/connect.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { openDiskStorage } from '#server/platform/storage/disk-storage.ts'
import { prepareDatabase } from '#server/prepare-database.ts'
import { newSecretKey } from '#testing/live/conversation-people.ts'
import { freePort } from '#testing/scale/free-port.ts'
import { startSite } from '#testing/scale/site.ts'
import { createTemporaryFolder } from '#testing/temporary-folder.ts'
import { CONVERSATIONS, longText, MODERATOR, PEOPLE, PRODUCTS, RICH_BUYER, RICH_SELLER } from './market.ts'

const CACHE = join(import.meta.dirname, '..', '..', '.cache', 'looks')
/** Pictures are kept between runs: encoding them takes the most of a start. */
const ENCODED = join(CACHE, 'encoded')
/** Notifications of every type, as long as they get. */
const insertNotifications = (db: Database, userId: string) =>
  db
    .insertInto('notifications')
    .values(
      ['message', 'sale', 'purchase', 'system', 'other'].map((type, index) => ({
        user_id: userId,
        type,
        content: longText(200),
        action_url: '/messages',
        read: index > 2,
      })),
    )
    .execute()

async function fill(dataDir: string): Promise<void> {
  const postgres = await startEmbedded({ dataDir })
  try {
    await prepareDatabase(postgres.url)
    const db = connect(postgres.url)
    const storage = await openDiskStorage(join(dataDir, 'photos'))
    const encoded = await openDiskStorage(ENCODED)
    const cheap = { memoryCost: 8, timeCost: 1, parallelism: 1 }
    await fillDemo({
      db,
      storage,
      encoded,
      hashPassword: (password) => hash(password, cheap),
      report: () => undefined,
      products: PRODUCTS,
      people: PEOPLE,
      conversations: CONVERSATIONS,
    })
    const people = await db.selectFrom('profiles').select(['id', 'username']).execute()
    const idOf = (username: string) => people.find((person) => person.username === username)?.id ?? ''
    for (const { username } of [RICH_SELLER, RICH_BUYER]) await insertNotifications(db, idOf(username))
    const moderator = { account_id: idOf(MODERATOR.username), role: 'administrator' } as const
    await db.insertInto('staff').values(moderator).execute()
    await db.destroy()
  } finally {
    await postgres.stop()
  }
}

/** Starts a market of the fullest and of the emptiest people for the sweep of all that opens. */
export default async function startLooksMarket(): Promise<() => Promise<void>> {
  mkdirSync(CACHE, { recursive: true })
  const dataDir = join(createTemporaryFolder('looks-'), 'data')
  const remove = () => rmSync(join(dataDir, '..'), { recursive: true, force: true })
  try {
    await fill(dataDir)
    const port = await freePort()
    const { secretKey } = newSecretKey()
    const site = await startSite({
      port,
      dataDir,
      demo: false,
      settings: {
        HOST: '',
        PUBLIC_URL: `http://localhost:${port}`,
        TRUSTED_PROXIES: '127.0.0.1,::1',
        SECRET_KEY: secretKey,
      },
    })
    process.env.MARKET_URL = `http://localhost:${port}`
    process.env.MARKET_SECRET_KEY = secretKey
    return async () => {
      await site.stop()
      remove()
    }
  } catch (error) {
    remove()
    throw error
  }
}
