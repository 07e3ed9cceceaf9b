import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/db/connect.ts'
import { createTestDatabase } from '#testing/database.ts'
import { insertPeople, PEOPLE } from '#testing/people.ts'
import { notificationReading, type NotificationReading } from './reading.ts'

let db: Database
let close: () => Promise<void>
let reading: NotificationReading
let told: string[]

const AMA = PEOPLE.ama.id
const KOFI = PEOPLE.kofi.id

beforeAll(async () => {
  ;({ db, close } = await createTestDatabase())
  await insertPeople(db)
  reading = notificationReading({
    db,
    onUnreadChanged: (userId) => void told.push(userId),
  })
})
afterAll(() => close())
beforeEach(async () => {
  told = []
  await db.deleteFrom('notifications').execute()
})

interface Given {
  content?: string
  read?: boolean
  action_url?: string | null
  created_at?: string
}

async function notify(user_id: string, given: Given = {}): Promise<string> {
  const { id } = await db
    .insertInto('notifications')
    .values({ user_id, content: 'Something happened', ...given })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const contentsOf = async (userId: string) =>
  (await reading.list(userId, {})).items.map(({ content }) => content)

describe('listing', () => {
  it('shows only the own ones, newest first, page by page without a gap', async () => {
    for (let hour = 0; hour < 5; hour += 1) {
      await notify(AMA, { content: `hour ${hour}`, created_at: `2026-10-01T0${hour}:00:00.000Z` })
    }
    await notify(KOFI, { content: 'of Kofi' })
    const first = await reading.list(AMA, { limit: 2 })
    const second = await reading.list(AMA, { limit: 2, cursor: first.nextCursor ?? '' })
    const last = await reading.list(AMA, { limit: 2, cursor: second.nextCursor ?? '' })
    const contents = [first, second, last].flatMap(({ items }) => items.map(({ content }) => content))
    expect(contents).toEqual(['hour 4', 'hour 3', 'hour 2', 'hour 1', 'hour 0'])
    expect(last.nextCursor).toBeNull()
    await expect(reading.list(AMA, { cursor: 'nonsense' })).rejects.toMatchObject({ code: 'invalid-input' })
  })

  it('leads only to own paths', async () => {
    await notify(AMA, { action_url: '/conversation/01930000-0000-7000-8000-00000000c0c0' })
    await notify(AMA, { action_url: '/%09/evil.example' })
    await notify(AMA, { action_url: '/.//evil.example' })
    await notify(AMA, { action_url: '/auth/login' })
    const { items } = await reading.list(AMA, {})
    expect(items.map(({ actionUrl }) => actionUrl).filter((path) => path !== null)).toEqual([
      '/%09/evil.example',
      '/conversation/01930000-0000-7000-8000-00000000c0c0',
    ])
  })
})

describe('marking and deleting', () => {
  it('marks one, once, and tells the devices only when it changed something', async () => {
    const id = await notify(AMA)
    await notify(AMA)
    await reading.markRead(AMA, id)
    await reading.markRead(AMA, id)
    expect(await reading.countUnread(AMA)).toBe(1)
    expect(told).toEqual([AMA])
  })

  it('marks all of one person', async () => {
    await notify(AMA)
    await notify(AMA)
    await notify(KOFI)
    await reading.markAllRead(AMA)
    await reading.markAllRead(AMA)
    expect(await reading.countUnread(AMA)).toBe(0)
    expect(await reading.countUnread(KOFI)).toBe(1)
    expect(told).toEqual([AMA])
  })

  it('deletes one; the number changes only with an unread one', async () => {
    const unread = await notify(AMA, { content: 'unread' })
    const read = await notify(AMA, { content: 'read', read: true })
    await notify(AMA, { content: 'stays', read: true })
    await reading.remove(AMA, unread)
    await reading.remove(AMA, read)
    expect(await contentsOf(AMA)).toEqual(['stays'])
    expect(told).toEqual([AMA])
    await expect(reading.remove(AMA, unread)).rejects.toMatchObject({ code: 'notification-not-found' })
  })

  it("knows nothing of another's", async () => {
    const id = await notify(KOFI)
    const refusal = { code: 'notification-not-found' }
    await expect(reading.markRead(AMA, id)).rejects.toMatchObject(refusal)
    await expect(reading.remove(AMA, id)).rejects.toMatchObject(refusal)
    expect(await reading.countUnread(KOFI)).toBe(1)
    expect(told).toEqual([])
  })
})
