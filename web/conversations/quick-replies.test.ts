import { expect, it } from 'vitest'
import type { Message } from '#contract/conversations/conversations.ts'
import { quickReplies } from './quick-replies.ts'
import type { ShownMessage } from '#web/conversations/messages/shown-messages.ts'

type Status = 'available' | 'reserved' | 'sold' | null

const written = (content: string, isOwn = false): ShownMessage => ({
  kind: 'message',
  message: { content } as Message,
  isOwn,
  isRead: false,
  reactions: [],
})

const firstReply = (isSeller: boolean, status: Status, ...messages: ShownMessage[]) => {
  const product = { id: 'p1', title: 'Kente cloth', price: 10, status, photo: null }
  return quickReplies({ isSeller, product }, messages)[0]
}

it.each<[string, string | undefined, string | undefined]>([
  ['offers the buyer a first question', firstReply(false, 'available'), 'Is this still available?'],
  ['offers a seller no first message', firstReply(true, 'available'), undefined],
  ['offers nothing about a sold item', firstReply(false, 'sold'), undefined],
  ['offers nothing about a deleted item', firstReply(false, null), undefined],
  [
    'answers whether it is available',
    firstReply(true, 'available', written('Hi, is it STILL there?')),
    'Yes, it is available',
  ],
  [
    'answers that a reserved item is reserved',
    firstReply(true, 'reserved', written('Is this still available?')),
    'It is reserved at the moment',
  ],
  ['answers that a sold item is sold', firstReply(true, 'sold', written('Hello')), 'Sorry, it is sold'],
  [
    'answers about the price',
    firstReply(true, 'available', written('What is your last price?')),
    'What is your offer?',
  ],
  [
    'answers about the location',
    firstReply(true, 'available', written('Where can I see it?')),
    'Let us meet in a public place',
  ],
  ['answers anything else', firstReply(true, 'available', written('Hello')), 'Yes'],
  ['continues for the buyer', firstReply(false, 'available', written('Yes')), 'When can I come?'],
  [
    'offers nothing once the viewer has written',
    firstReply(false, 'available', written('Hi', true)),
    undefined,
  ],
])('%s', (_, reply, expected) => {
  expect(reply).toBe(expected)
})
