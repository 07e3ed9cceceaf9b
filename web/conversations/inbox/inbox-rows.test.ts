import { expect, it } from 'vitest'
import type { ConversationRow, Message } from '#contract/conversations/conversations.ts'
import { changeRows, distinctRows, isReadInPart } from './inbox-rows.ts'

const AMA = 'ama'
const at = (minute: number) => `2026-10-01T12:0${minute}:00.000Z`

function row(id: string, minute: number, unread = 0): ConversationRow {
  return {
    id,
    product: { id: 'p', title: 'Phone', price: 100, status: 'available', photo: null },
    other: { id: 'kofi', name: 'Kofi', avatar: null },
    lastMessage: { text: 'Hello', hasPhoto: false, isOwn: false, createdAt: at(minute) },
    lastSeq: 8,
    unread,
    updatedAt: at(minute),
  }
}

function message(conversationId: string, minute: number, changes: Partial<Message> = {}): Message {
  return {
    id: 'm',
    conversationId,
    seq: 9,
    senderId: 'kofi',
    clientKey: 'k',
    content: 'News',
    photo: null,
    read: false,
    reactions: [],
    createdAt: at(minute),
    ...changes,
  }
}

const rows = [row('c3', 3), row('c2', 2, 1), row('c1', 1)]
const sent = (of: Message) => changeRows(rows, { type: 'sent', message: of }, AMA)

it('moves the changed conversation to the top, unread', () => {
  const changed = sent(message('c1', 5))
  expect(changed.map(({ id }) => id)).toEqual(['c1', 'c3', 'c2'])
  expect(changed[0]).toMatchObject({
    unread: 1,
    lastMessage: { text: 'News', isOwn: false },
    updatedAt: at(5),
  })
})

it("does not count the viewer's own messages", () => {
  expect(sent(message('c1', 5, { senderId: AMA }))[0]).toMatchObject({
    unread: 0,
    lastMessage: { isOwn: true },
  })
})

it('ignores repeated, late and unrelated events', () => {
  const once = sent(message('c2', 5))
  expect(changeRows(once, { type: 'sent', message: message('c2', 5) }, AMA)).toEqual(once)
  expect(sent(message('c3', 5, { seq: 8 }))).toEqual(rows)
  expect(sent(message('c9', 5))).toEqual(rows)
})

it('counts a message of the same millisecond as new', () => {
  const changed = sent(message('c3', 3))
  expect(changed[0]).toMatchObject({ id: 'c3', lastSeq: 9, unread: 1, lastMessage: { text: 'News' } })
})

it('shows a conversation as read once its newest message is read', () => {
  const readTo = (seq: number) => changeRows(rows, { type: 'read', conversationId: 'c2', seq }, AMA)
  expect(readTo(8).map(({ unread }) => unread)).toEqual([0, 0, 0])
  expect(readTo(7)).toEqual(rows)
})

it('detects messages that came after the last read one', () => {
  expect(isReadInPart(rows, { conversationId: 'c2', seq: 7 })).toBe(true)
  expect(isReadInPart(rows, { conversationId: 'c2', seq: 8 })).toBe(false)
  expect(isReadInPart(rows, { conversationId: 'c3', seq: 7 })).toBe(false)
  expect(isReadInPart(rows, { conversationId: 'c9', seq: 1 })).toBe(false)
})

it('shortens a long message and marks a photo', () => {
  const photo = { src: '/photos/x', width: 4, height: 3, thumbhash: '' }
  const [first] = sent(message('c1', 5, { content: 'x'.repeat(300), photo }))
  expect(first?.lastMessage).toMatchObject({ hasPhoto: true, text: 'x'.repeat(200) })
})

it('shows a conversation that is on two pages once, at its first position', () => {
  expect(distinctRows([row('c1', 5), row('c2', 2), row('c1', 1)])).toEqual([row('c1', 5), row('c2', 2)])
})

it('shows a new price, unread for the other person and unmoved for the viewer', () => {
  const priceChange = { from: 100, to: 80 }
  const received = sent(message('c1', 5, { content: '', priceChange }))
  expect(received[0]).toMatchObject({
    id: 'c1',
    unread: 1,
    product: { price: 80 },
    lastMessage: { priceChange },
  })
  const own = sent(message('c1', 5, { content: '', priceChange, senderId: AMA }))
  expect(own.map(({ id }) => id)).toEqual(['c3', 'c2', 'c1'])
  expect(own[2]).toMatchObject({ unread: 0, lastSeq: 9, lastMessage: { priceChange, isOwn: true } })
})
