import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { NO_MODERATION } from '#demo/moderation/moderation.ts'
import { type Database, fillMarket } from '#testing/market/fill-market.ts'
import { newSecretKey } from '#testing/live/conversation-people.ts'
import { freePort } from '#testing/scale/free-port.ts'
import { startSite } from '#testing/scale/site.ts'
import { createTemporaryFolder } from '#testing/temporary-folder.ts'
import { CONVERSATIONS, longText, MODERATOR, PEOPLE, PRODUCTS, RICH_BUYER, RICH_SELLER } from './market.ts'

const CACHE = join(import.meta.dirname, '..', '..', '.cache', 'looks')
/** Cache of encoded photos between runs; encoding takes most of a start. */
const ENCODED = join(CACHE, 'encoded')

/** Inserts long notifications of every type, and the moderator's role. */
async function insertFurther(db: Database): Promise<void> {
  const people = await db.selectFrom('profiles').select(['id', 'username']).execute()
  const idOf = ({ username }: { username: string }) =>
    people.find((person) => person.username === username)?.id ?? ''
  for (const person of [RICH_SELLER, RICH_BUYER])
    await db
      .insertInto('notifications')
      .values(
        ['message', 'sale', 'purchase', 'system', 'other'].map((type, index) => ({
          user_id: idOf(person),
          type,
          content: longText(200),
          action_url: '/messages',
          read: index > 2,
        })),
      )
      .execute()
  await db
    .insertInto('staff')
    .values({ account_id: idOf(MODERATOR), role: 'administrator' })
    .execute()
}

const FILLING = {
  products: PRODUCTS,
  people: PEOPLE,
  conversations: CONVERSATIONS,
  moderation: NO_MODERATION,
  andThen: insertFurther,
}

/** Starts a site with the fullest and the emptiest people for the sweep. */
export default async function startLooksMarket(): Promise<() => Promise<void>> {
  mkdirSync(CACHE, { recursive: true })
  const dataDir = join(createTemporaryFolder('looks-'), 'data')
  const remove = () => rmSync(join(dataDir, '..'), { recursive: true, force: true })
  try {
    const { secretKey, secrets } = newSecretKey()
    await fillMarket(dataDir, { ...FILLING, secrets, encodedDir: ENCODED })
    const port = await freePort()
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
