import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '#server/platform/errors/app-error.ts'
import { openDiskStorage } from '#server/platform/storage/disk-storage.ts'
import { StorageError } from '#server/platform/errors/storage-error.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import {
  beginConversation,
  createTestConversations,
  type TestConversations,
} from '#testing/market/conversations.ts'
import { insertPeople, PEOPLE } from '#testing/accounts/people.ts'
import { plainPicture } from '#testing/pictures/pictures.ts'
import { refused } from '#testing/replies.ts'
import { getConversation, listConversations } from './inbox.ts'
import { sendPhoto, takePhotoAttempt } from './message-photos.ts'
import { listMessages } from './message-list.ts'
import { sendMessage } from './sending.ts'
import { leaveConversations } from './service.ts'

const { ama, kofi, esi } = PEOPLE
let folder: string
let test: TestConversations
let id: string
let picture: Uint8Array
/** Tests replace this to make the storage fail. */
let mayStore = () => Promise.resolve()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'message-photos-'))
  const disk = await openDiskStorage(folder)
  const storage: Storage = {
    ...disk,
    async put(...file) {
      await mayStore()
      await disk.put(...file)
    },
  }
  test = await createTestConversations({ storage })
  picture = await plainPicture(64, 48).jpeg().toBuffer()
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  mayStore = () => Promise.resolve()
  for (const table of ['profiles', 'conversations', 'rate_limits'] as const)
    await test.db.deleteFrom(table).execute()
  await test.jobs.settled()
  await rm(join(folder, 'message-images'), { recursive: true, force: true })
  await insertPeople(test.db)
  id = await beginConversation(test)
  test.emitted.length = 0
})

const target = (clientKey: string = crypto.randomUUID()) => ({ conversationId: id, clientKey })
const files = async () =>
  (await readdir(join(folder, 'message-images'), { recursive: true }).catch(() => [])).filter((name) =>
    /\.(avif|jpg)$/.test(name),
  )
/** Makes the jobs that wait for an hour due now. */
const hourLater = async () => {
  await sql`update pgboss.job set start_after = now() where name = 'remove-unused-message-photos'`.execute(
    test.db,
  )
  await test.jobs.settled()
}

describe('a photo in a conversation', () => {
  it('is a message with a temporary private address', async () => {
    const message = await sendPhoto(test.ctx, { senderId: kofi.id, ...target(), bytes: picture })
    expect(message).toMatchObject({ seq: 1, content: '', photo: { width: 64, height: 48 } })
    expect(message.photo?.src).toMatch(
      new RegExp(String.raw`^/photos/private/\d+\.[\w-]{22}/message-images/${id}/`),
    )
    expect(await files()).toHaveLength(6)
    expect(test.emitted[0]).toMatchObject({ event: 'message.sent', payload: { message } })
    const [row] = (await listConversations(test.ctx, { userId: ama.id })).items
    expect(row?.lastMessage).toMatchObject({ text: '', hasPhoto: true })
    const stored = await test.db.selectFrom('notifications').select(['user_id', 'content']).execute()
    expect(stored).toEqual([{ user_id: ama.id, content: 'Kofi Boateng: Photo' }])
    await hourLater()
    expect(await files()).toHaveLength(6)
  })

  it('is one message when it is sent twice, for its sender only', async () => {
    const where = target()
    const both = await Promise.all(
      [1, 2].map(() => sendPhoto(test.ctx, { senderId: kofi.id, ...where, bytes: picture })),
    )
    expect(both[0]?.id).toBe(both[1]?.id)
    expect(await files()).toHaveLength(6)
    await expect(sendPhoto(test.ctx, { senderId: ama.id, ...where, bytes: picture })).rejects.toThrow(
      refused('forbidden'),
    )
  })

  it('is refused if it is not a picture, and leaves nothing', async () => {
    const text = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>')
    await expect(sendPhoto(test.ctx, { senderId: kofi.id, ...target(), bytes: text })).rejects.toThrow(
      expect.objectContaining({ name: 'AppError' }),
    )
    expect(await files()).toEqual([])
    expect((await listMessages(test.ctx, { userId: ama.id, conversationId: id })).messages).toEqual([])
  })

  it('is deleted from storage if its message could not be sent', async () => {
    await test.db
      .updateTable('conversation_participants')
      .set({ sent_at: sql`array_fill(now(), array[20])` })
      .execute()
    const where = target()
    await expect(sendPhoto(test.ctx, { senderId: kofi.id, ...where, bytes: picture })).rejects.toThrow(
      refused('too-many-messages'),
    )
    expect(await files()).toHaveLength(6)
    await test.db.updateTable('conversation_participants').set({ sent_at: [] }).execute()
    await sendPhoto(test.ctx, { senderId: kofi.id, ...where, bytes: picture })
    expect(await files()).toHaveLength(12)
    await hourLater()
    expect(await files()).toHaveLength(6)
  })

  it('is refused when the disk is full', async () => {
    mayStore = () => Promise.reject(new StorageError('full', 'no space left'))
    await expect(sendPhoto(test.ctx, { senderId: kofi.id, ...target(), bytes: picture })).rejects.toThrow(
      refused('storage-full'),
    )
  })

  it('is allowed for the two people only', async () => {
    await expect(takePhotoAttempt(test.ctx, { senderId: esi.id, ...target() })).rejects.toThrow(
      refused('conversation-access-denied'),
    )
    await expect(
      takePhotoAttempt(test.ctx, { senderId: kofi.id, ...target(), conversationId: crypto.randomUUID() }),
    ).rejects.toThrow(refused('conversation-not-found'))
  })
})

describe('a person who leaves', () => {
  const say = (person: { id: string }, content: string) =>
    sendMessage(test.ctx, { senderId: person.id, ...target(), content, photo: null })
  const leave = (person: { id: string }) =>
    test.db.transaction().execute(async (tx) => {
      await leaveConversations(test.ctx, tx, { userId: person.id })
      await tx.deleteFrom('profiles').where('id', '=', person.id).execute()
    })

  it('leaves their messages to the other person, without name and photos', async () => {
    await say(kofi, 'Hello')
    await sendPhoto(test.ctx, { senderId: kofi.id, ...target(), bytes: picture })
    const ofAma = await sendPhoto(test.ctx, { senderId: ama.id, ...target(), bytes: picture })
    await say(kofi, 'Good bye')
    await leave(kofi)
    await test.jobs.settled()
    const { messages } = await listMessages(test.ctx, { userId: ama.id, conversationId: id })
    expect(messages.map(({ senderId, content }) => [senderId, content])).toEqual([
      [null, 'Hello'],
      [null, 'Photo removed'],
      [ama.id, ''],
      [null, 'Good bye'],
    ])
    expect(messages.map(({ photo }) => photo)).toEqual([null, null, ofAma.photo, null])
    expect(await files()).toHaveLength(6)
    expect((await listConversations(test.ctx, { userId: ama.id })).items).toMatchObject([
      { other: { id: null, name: 'Unknown User' }, unread: 3 },
    ])
    expect(await getConversation(test.ctx, { userId: ama.id, conversationId: id })).toMatchObject({
      product: { title: 'Samsung Galaxy A54' },
      presence: null,
    })
    const stored = await test.db.selectFrom('notifications').select('content').execute()
    expect(stored).toEqual([{ content: 'Unknown User wrote to you' }])
    const left: unknown = expect.objectContaining({ code: 'person-left' })
    await expect(say(ama, 'Are you there?')).rejects.toThrow(left)
    await expect(sendPhoto(test.ctx, { senderId: ama.id, ...target(), bytes: picture })).rejects.toThrow(left)
    expect(await files()).toHaveLength(6)
  })

  it('deletes the conversation if the other person left before', async () => {
    await say(kofi, 'Hello')
    await sendPhoto(test.ctx, { senderId: ama.id, ...target(), bytes: picture })
    await leave(ama)
    expect((await getConversation(test.ctx, { userId: kofi.id, conversationId: id })).product).toMatchObject({
      id: null,
      title: 'Samsung Galaxy A54',
    })
    await leave(kofi)
    await test.jobs.settled()
    for (const table of ['conversations', 'conversation_participants', 'messages'] as const)
      expect(await test.db.selectFrom(table).selectAll().execute()).toEqual([])
    expect(await files()).toEqual([])
  })

  it('leaves without faults or gaps while both write', async () => {
    const writing = Array.from({ length: 30 }, (_, count) =>
      say(count % 2 ? ama : kofi, `Message ${count}`).catch((error: unknown) => error),
    )
    await Promise.all([leave(kofi), ...writing])
    const { messages } = await listMessages(test.ctx, { userId: ama.id, conversationId: id })
    expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, index) => index + 1))
    expect(messages.some(({ senderId }) => senderId === kofi.id)).toBe(false)
    const faults = (await Promise.all(writing)).filter(
      (outcome) => outcome instanceof Error && !(outcome instanceof AppError),
    )
    expect(faults).toEqual([])
  })
})
