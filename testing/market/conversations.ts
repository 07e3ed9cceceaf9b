import { expect } from 'vitest'
import type { LiveEvents } from '#contract/live.ts'
import { handleConversationJobs } from '#server/conversations/jobs.ts'
import { createMessageLimits } from '#server/conversations/message-limits.ts'
import { openConversation } from '#server/conversations/opening/opening.ts'
import type { Database } from '#server/platform/db/connect.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { handleNotificationJobs } from '#server/notifications/jobs.ts'
import type { Live } from '#server/platform/live/live.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { createTestContext, type TestContext } from '#testing/context.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { insertPeople, PEOPLE } from '#testing/accounts/people.ts'
import { insertProduct } from './products.ts'

/** Events that the live sockets would have sent. */
export interface Emitted {
  to: (string | null)[]
  event: keyof LiveEvents
  payload: object
}

export interface TestConversations {
  db: Database
  database: TestDatabase
  jobs: Jobs
  ctx: TestContext
  emitted: Emitted[]
  /** Unread counts per person, which are combined and emitted a moment later. */
  emittedUnread: [personId: string | null | undefined, unread: number][]
  /** Waits until all counts so far have been emitted, then clears them. */
  clearEmittedUnread(): Promise<void>
  close(): Promise<void>
}

interface Options {
  storage?: Storage
  messagesAMinute?: number
  /** Another process of the same site. */
  like?: TestConversations
}

/** Records events instead of sending them. */
function recordEmitted() {
  const emitted: Emitted[] = []
  const emittedUnread: TestConversations['emittedUnread'] = []
  const live = {
    emitToUsers: async (to: readonly (string | null)[], event: keyof LiveEvents, payload: object) => {
      if (event === 'notifications.changed')
        emittedUnread.push([to[0], (payload as { unread: number }).unread])
      else emitted.push({ to: [...to], event, payload })
    },
    canHaveSocket: () => true,
    findPresence: async () => ({ isOnline: true, lastSeenAt: null }),
  }
  /** A count for a last person is emitted after all earlier ones. */
  async function clearEmittedUnread(emitUnread: (personId: string) => void): Promise<void> {
    const last = PEOPLE.esi.id
    emittedUnread.length = 0
    emitUnread(last)
    await expect.poll(() => emittedUnread.some(([personId]) => personId === last), { interval: 5 }).toBe(true)
    emittedUnread.length = 0
  }
  return { live, emitted, emittedUnread, clearEmittedUnread }
}

/** The domain on its own database, with a recorder instead of sockets. */
export async function createTestConversations(options: Options = {}): Promise<TestConversations> {
  const database = options.like?.database ?? (await createTestDatabase())
  const { db } = database
  if (!options.like) await insertPeople(db)
  const { live, clearEmittedUnread, ...recorded } = recordEmitted()
  const ctx = {
    ...createTestContext(database, {
      live: live as Partial<Live> as Live,
      ...(options.storage && { storage: options.storage }),
    }),
    messageLimits: createMessageLimits(options.messagesAMinute),
  }
  const { jobs } = ctx
  handleNotificationJobs(ctx)
  handleConversationJobs(ctx)
  await jobs.start()
  return {
    db,
    database,
    jobs,
    ctx,
    ...recorded,
    clearEmittedUnread: () => clearEmittedUnread(ctx.unreadBadges.update),
    async close() {
      await ctx.close()
      if (!options.like) await database.close()
    },
  }
}

/** Opens a conversation between Kofi and Ama about her product; returns its id. */
export async function beginConversation(
  test: Pick<TestConversations, 'db' | 'ctx'>,
  product: Parameters<typeof insertProduct>[1] = {},
): Promise<string> {
  const { id } = await openConversation(test.ctx, {
    userId: PEOPLE.kofi.id,
    productId: await insertProduct(test.db, product),
  })
  return id
}
