import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase } from '#testing/database.ts'
import { insertPeople, PEOPLE } from '#testing/accounts/people.ts'
import { setUp } from '#testing/set-up.ts'
import * as reading from './notification-list.ts'

const database = setUp(createTestDatabase)
let deps: Parameters<typeof reading.markNotificationRead>[0] & Parameters<typeof reading.listNotifications>[0]
let updated: string[]

const AMA = PEOPLE.ama.id
const KOFI = PEOPLE.kofi.id

beforeAll(async () => {
  await insertPeople(database.db)
  deps = {
    db: database.db,
    ownReads: database.db,
    unreadBadges: { update: (userId) => void updated.push(userId) },
  }
})
beforeEach(async () => {
  updated = []
  await database.db.deleteFrom('notifications').execute()
})

interface Overrides {
  content?: string
  read?: boolean
  action_url?: string | null
  created_at?: string
}

async function notify(user_id: string, overrides: Overrides = {}): Promise<string> {
  const { id } = await database.db
    .insertInto('notifications')
    .values({ user_id, content: 'Something happened', ...overrides })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const contentsOf = async (userId: string) =>
  (await reading.listNotifications(deps, { userId })).items.map(({ content }) => content)

describe('the notification list', () => {
  it('has only the person’s own notifications, newest first, in pages without gaps', async () => {
    for (let hour = 0; hour < 5; hour += 1) {
      await notify(AMA, { content: `hour ${hour}`, created_at: `2026-10-01T0${hour}:00:00.000Z` })
    }
    await notify(KOFI, { content: 'of Kofi' })
    const first = await reading.listNotifications(deps, { userId: AMA, limit: 2 })
    const second = await reading.listNotifications(deps, {
      userId: AMA,
      limit: 2,
      cursor: first.nextCursor ?? '',
    })
    const last = await reading.listNotifications(deps, {
      userId: AMA,
      limit: 2,
      cursor: second.nextCursor ?? '',
    })
    const contents = [first, second, last].flatMap(({ items }) => items.map(({ content }) => content))
    expect(contents).toEqual(['hour 4', 'hour 3', 'hour 2', 'hour 1', 'hour 0'])
    expect(last.nextCursor).toBeNull()
    await expect(reading.listNotifications(deps, { userId: AMA, cursor: 'nonsense' })).rejects.toMatchObject({
      code: 'invalid-input',
    })
  })

  it('links only to paths of this site', async () => {
    await notify(AMA, { action_url: '/conversation/01930000-0000-7000-8000-00000000c0c0' })
    await notify(AMA, { action_url: '/%09/evil.example' })
    await notify(AMA, { action_url: '/.//evil.example' })
    await notify(AMA, { action_url: '/auth/login' })
    const { items } = await reading.listNotifications(deps, { userId: AMA })
    expect(items.map(({ actionUrl }) => actionUrl).filter((path) => path !== null)).toEqual([
      '/%09/evil.example',
      '/conversation/01930000-0000-7000-8000-00000000c0c0',
    ])
  })
})

describe('changing notifications', () => {
  it('marks one as read once and emits only real changes', async () => {
    const id = await notify(AMA)
    await notify(AMA)
    await reading.markNotificationRead(deps, { userId: AMA, id })
    await reading.markNotificationRead(deps, { userId: AMA, id })
    expect(await reading.countUnreadNotifications(deps, { userId: AMA })).toBe(1)
    expect(updated).toEqual([AMA])
  })

  it('marks all of one person as read', async () => {
    await notify(AMA)
    await notify(AMA)
    await notify(KOFI)
    await reading.markAllNotificationsRead(deps, { userId: AMA })
    await reading.markAllNotificationsRead(deps, { userId: AMA })
    expect(await reading.countUnreadNotifications(deps, { userId: AMA })).toBe(0)
    expect(await reading.countUnreadNotifications(deps, { userId: KOFI })).toBe(1)
    expect(updated).toEqual([AMA])
  })

  it('deletes one and updates the badge only for an unread one', async () => {
    const unread = await notify(AMA, { content: 'unread' })
    const read = await notify(AMA, { content: 'read', read: true })
    await notify(AMA, { content: 'stays', read: true })
    await reading.deleteNotification(deps, { userId: AMA, id: unread })
    await reading.deleteNotification(deps, { userId: AMA, id: read })
    expect(await contentsOf(AMA)).toEqual(['stays'])
    expect(updated).toEqual([AMA])
    await expect(reading.deleteNotification(deps, { userId: AMA, id: unread })).rejects.toMatchObject({
      code: 'notification-not-found',
    })
  })

  it('restores a deleted one for ten minutes', async () => {
    const unread = await notify(AMA, { content: 'unread' })
    const read = await notify(AMA, { content: 'read', read: true })
    const old = await notify(AMA, { content: 'old' })
    for (const id of [unread, read, old]) await reading.deleteNotification(deps, { userId: AMA, id })
    expect([await contentsOf(AMA), await reading.countUnreadNotifications(deps, { userId: AMA })]).toEqual([
      [],
      0,
    ])
    updated = []
    await reading.restoreNotification(deps, { userId: AMA, id: unread })
    await reading.restoreNotification(deps, { userId: AMA, id: read })
    // The browser repeats a request whose reply was lost.
    await reading.restoreNotification(deps, { userId: AMA, id: read })
    expect(updated).toEqual([AMA])
    expect((await contentsOf(AMA)).toSorted()).toEqual(['read', 'unread'])
    expect(await reading.countUnreadNotifications(deps, { userId: AMA })).toBe(1)
    await database.db
      .updateTable('notifications')
      .set({ deleted_at: new Date(Date.now() - 11 * 60_000).toISOString() })
      .where('id', '=', old)
      .execute()
    await expect(reading.restoreNotification(deps, { userId: AMA, id: old })).rejects.toMatchObject({
      code: 'notification-not-found',
    })
  })

  it('leaves deleted ones out of pushes and mails', async () => {
    const id = await notify(AMA)
    const soon = new Date(Date.now() + 60_000).toISOString()
    await database.db
      .updateTable('notifications')
      .set({ push_at: soon, mail_at: soon })
      .where('id', '=', id)
      .execute()
    await reading.deleteNotification(deps, { userId: AMA, id })
    const row = await database.db.selectFrom('notifications').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ push_at: null, mail_at: null, read: true })
  })

  it('counts the next message of a conversation after its notification was deleted', async () => {
    const path = '/conversation/01930000-0000-7000-8000-00000000c0c0'
    const notifyOfMessage = (text: string) =>
      sql<{ is_new: boolean }>`
        select notify_of_message(${AMA}, ${path.slice('/conversation/'.length)}, ${text}) as is_new`.execute(
        database.db,
      )
    expect((await notifyOfMessage('first')).rows).toEqual([{ is_new: true }])
    const [first] = (await reading.listNotifications(deps, { userId: AMA })).items
    await reading.deleteNotification(deps, { userId: AMA, id: first?.id ?? '' })
    expect((await notifyOfMessage('second')).rows).toEqual([{ is_new: true }])
    await reading.markNotificationRead(deps, { userId: AMA, id: first?.id ?? '' })
    // The first can no longer be restored, and the second stays as it is.
    await reading.restoreNotification(deps, { userId: AMA, id: first?.id ?? '' })
    expect((await reading.listNotifications(deps, { userId: AMA })).items).toMatchObject([
      { content: 'second', read: true },
    ])
  })

  it('cannot touch another person’s notifications', async () => {
    const id = await notify(KOFI)
    const refusal = { code: 'notification-not-found' }
    await expect(reading.markNotificationRead(deps, { userId: AMA, id })).rejects.toMatchObject(refusal)
    await expect(reading.deleteNotification(deps, { userId: AMA, id })).rejects.toMatchObject(refusal)
    await reading.deleteNotification(deps, { userId: KOFI, id })
    await expect(reading.restoreNotification(deps, { userId: AMA, id })).rejects.toMatchObject(refusal)
    await reading.restoreNotification(deps, { userId: KOFI, id })
    expect(await reading.countUnreadNotifications(deps, { userId: KOFI })).toBe(1)
    expect(updated).not.toContain(AMA)
  })
})
