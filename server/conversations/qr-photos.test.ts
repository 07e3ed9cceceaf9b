import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { insertAccounts } from '#testing/accounts/accounts.ts'
import { beginConversation, createTestConversations } from '#testing/market/conversations.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { qrPicture, SMALL } from '#testing/pictures/qr-picture.ts'
import { openPhotoFolder } from '#testing/pictures/photos.ts'
import { setUp } from '#testing/set-up.ts'
import { decideHeldMessage, listHeldMessages } from '#server/conversations/held/deciding-held.ts'
import { sendPhoto } from './message-photos.ts'
import { listMessages } from './message-list.ts'
import { leaveConversations } from './service.ts'

const { ama, kofi, esi } = PEOPLE
const LINK = 'https://trick.example/pay'
/** A QR code with the link, which Kofi sends to Ama; Esi moderates. */
let linked: Buffer
let id: string
const folder = setUp(openPhotoFolder)
const test = setUp(() => createTestConversations({ storage: folder.storage }))
beforeAll(async () => {
  await insertAccounts(test.db)
  linked = await qrPicture(LINK, SMALL)
  await test.db
    .insertInto('staff')
    .values({ account_id: esi.id, role: 'moderator', seen_at: sql`now()` })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ seen_at: sql`now()` }))
    .execute()
})
beforeEach(async () => {
  await test.db.deleteFrom('conversations').execute()
  await setMemberDays(0)
  id = await beginConversation(test)
})

const setMemberDays = (days: number) =>
  test.db
    .updateTable('profiles')
    .set({ created_at: new Date(Date.now() - days * 86_400_000).toISOString() })
    .where('id', '=', kofi.id)
    .execute()
const send = (bytes: Uint8Array, clientKey: string = crypto.randomUUID()) =>
  sendPhoto(test.ctx, { senderId: kofi.id, conversationId: id, clientKey, bytes })
const readBy = async (person: { id: string }) =>
  (await listMessages(test.ctx, { userId: person.id, conversationId: id })).messages
/** The held messages that a person sees. */
const heldOf = async (person: { id: string }) =>
  (await listMessages(test.ctx, { userId: person.id, conversationId: id })).held
const files = async () =>
  (await folder.files()).filter(
    (name) => name.startsWith(`message-images/${id}/`) && /\.(?:avif|jpg)$/.test(name),
  ).length

it('a link in a QR code gets the same warning as a written one', async () => {
  await setMemberDays(400)
  await send(linked)
  const [message] = await readBy(ama)
  expect(message?.photo).not.toBeNull()
  expect(message?.content).toBe('')
  expect(message?.warnings?.map(({ rule }) => rule)).toContain('link')
})

it('a new account’s first QR link is held until a moderator releases the photo', async () => {
  const clientKey = crypto.randomUUID()
  expect((await send(linked, clientKey)).held?.state).toBe('waiting')
  expect((await send(linked, clientKey)).held?.state).toBe('waiting')
  expect(await readBy(ama)).toEqual([])
  expect(((await heldOf(kofi)) ?? []).map(({ photo, held }) => [photo?.width, held?.state])).toEqual([
    [SMALL.width, 'waiting'],
  ])
  const [waiting] = await listHeldMessages(test.ctx, { moderatorId: esi.id })
  expect(waiting?.content).toBe(`A photo with a QR code: ${LINK}`)
  expect(waiting?.guard).toEqual([{ rule: 'link', words: 'link' }])
  const decision = { moderatorId: esi.id, id: waiting?.id ?? '', outcome: 'released', words: '' } as const
  await decideHeldMessage(test.ctx, decision)
  const [message] = await readBy(ama)
  expect(message).toMatchObject({ clientKey, content: '', photo: { width: SMALL.width } })
  expect(message?.warnings?.map(({ rule }) => rule)).toContain('link')
})

it('a refused photo stays visible to its sender until they leave', async () => {
  await send(linked)
  const [waiting] = await listHeldMessages(test.ctx, { moderatorId: esi.id })
  const decision = { moderatorId: esi.id, id: waiting?.id ?? '', outcome: 'refused', words: 'No.' } as const
  await decideHeldMessage(test.ctx, decision)
  const [own] = (await heldOf(kofi)) ?? []
  expect(own).toMatchObject({ held: { state: 'refused', words: 'No.' }, photo: { width: SMALL.width } })
  expect(await readBy(ama)).toEqual([])
  expect(await files()).toBeGreaterThan(0)
  await test.db.transaction().execute(async (tx) => {
    await leaveConversations(test.ctx, tx, { userId: kofi.id })
    await tx.deleteFrom('held_messages').where('sender_id', '=', kofi.id).execute()
  })
  await test.jobs.settled()
  expect(await files()).toBe(0)
})

it('a harmless QR code gets no warning', async () => {
  await send(await qrPicture('Serial number A7-22', SMALL))
  const [message] = await readBy(ama)
  expect(message?.warnings).toBeUndefined()
})
