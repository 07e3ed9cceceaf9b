import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import type { LiveEvents } from '#contract/live.ts'
import { publicConfig, readConfig } from '#server/config.ts'
import { conversationsService, type ConversationsService } from '#server/conversations/service.ts'
import type { Database } from '#server/db/connect.ts'
import { photoSigner } from '#server/http/photo-signer.ts'
import { rateLimiter } from '#server/http/rate-limit.ts'
import { createImageProcessor } from '#server/images/image-processor.ts'
import { createJobs, type Jobs } from '#server/jobs/jobs.ts'
import { createLog } from '#server/log.ts'
import { openMessaging } from '#server/messaging.ts'
import { notificationsService } from '#server/notifications/service.ts'
import { secretsFrom } from '#server/secrets.ts'
import type { Storage } from '#server/storage/storage.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { insertPeople, PEOPLE } from './people.ts'
import { insertProduct } from './products.ts'

/** What the sockets would have been told of conversations. */
export interface Told {
  to: (string | null)[]
  event: keyof LiveEvents
  payload: object
}

export interface TestConversations {
  db: Database
  database: TestDatabase
  jobs: Jobs
  conversations: ConversationsService
  told: Told[]
  /** How many unread notifications people were told to have: counted together, a moment after what changed them. */
  toldUnread: [personId: string | null | undefined, unread: number][]
  /** All unread notifications of what has happened have been told, and are forgotten. */
  forgetUnread(): Promise<void>
  close(): Promise<void>
}

interface Options {
  storage?: Storage
  messagesAMinute?: number
  /** One more process of the same site. */
  like?: TestConversations
}

const NO_STORAGE: Storage = {
  put: () => Promise.reject(new Error('Nothing is stored here')),
  read: async () => null,
  remove: async () => undefined,
}

/** In place of sockets. */
function openEars() {
  const told: Told[] = []
  const toldUnread: TestConversations['toldUnread'] = []
  const live = {
    toPeople: async (to: readonly (string | null)[], event: keyof LiveEvents, payload: object) => {
      if (event === 'notifications.changed') toldUnread.push([to[0], (payload as { unread: number }).unread])
      else told.push({ to: [...to], event, payload })
    },
    presenceOf: async () => ({ isOnline: true, lastSeenAt: null }),
  }
  /** `tellUnread` asks for a count, told in turn: after, or together with, all that are under way. */
  async function forgetUnread(tellUnread: (personId: string) => void): Promise<void> {
    const last = PEOPLE.esi.id
    toldUnread.length = 0
    tellUnread(last)
    await expect.poll(() => toldUnread.some(([personId]) => personId === last), { interval: 5 }).toBe(true)
    toldUnread.length = 0
  }
  return { live, told, toldUnread, forgetUnread }
}

/** The domain on a database of its own, with ears in place of sockets. */
export async function createTestConversations(options: Options = {}): Promise<TestConversations> {
  const database = options.like?.database ?? (await createTestDatabase())
  const { db, url } = database
  if (!options.like) await insertPeople(db)
  const log = createLog('silent')
  const { live, forgetUnread, ...heard } = openEars()
  const jobs = createJobs({ url, log, timeZone: 'Africa/Accra' })
  const images = createImageProcessor()
  const limiter = rateLimiter(db)
  const secrets = secretsFrom(randomBytes(32))
  const config = readConfig({})
  const closing: (() => Promise<void>)[] = []
  const notifications = notificationsService({
    db,
    jobs,
    live,
    log,
    limiter,
    secrets,
    site: publicConfig(config),
    ...openMessaging(config, db),
    onClose: (step) => void closing.push(step),
  })
  const conversations = conversationsService({
    db,
    jobs,
    images,
    live,
    storage: options.storage ?? NO_STORAGE,
    limiter,
    signer: photoSigner(secrets, Date.now),
    notifications,
    ...(options.messagesAMinute !== undefined && { messagesAMinute: options.messagesAMinute }),
  })
  await jobs.start()
  return {
    db,
    database,
    jobs,
    conversations,
    ...heard,
    forgetUnread: () => forgetUnread(notifications.unreadChanged),
    async close() {
      for (const step of closing) await step()
      await jobs.stop()
      await images.close()
      if (!options.like) await database.close()
    },
  }
}

/** Kofi writes about a product of Ama's; returns the conversation's id. */
export async function beginConversation(
  test: Pick<TestConversations, 'db' | 'conversations'>,
  product: Parameters<typeof insertProduct>[1] = {},
): Promise<string> {
  const { id } = await test.conversations.open(PEOPLE.kofi.id, await insertProduct(test.db, product))
  return id
}
