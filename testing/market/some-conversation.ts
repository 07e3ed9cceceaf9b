import type { Agreement } from '#contract/agreements/agreement.ts'
import type { Conversation, Message } from '#contract/conversations/conversations.ts'

/** Kofi's conversation with Ama about her product, as its page receives it. */
export const SOME_CONVERSATION: Conversation = {
  id: 'c1',
  product: { id: 'p1', title: 'Kente cloth', price: 1250, status: 'available', photo: null },
  isSeller: false,
  other: { id: 'ama', name: 'Ama Mensah', avatar: null },
  isBlocked: false,
  isBanned: false,
  priceType: 'negotiable',
  category: 'fashion',
  town: 'Osu',
  agreement: null,
  review: null,
  offersLeft: 3,
  isPromised: false,
  presence: { isOnline: true, lastSeenAt: null },
}

/** Kofi's offer, or what became of it. */
export const someAgreement = (changes: Partial<Agreement> = {}): Agreement => ({
  id: '0197a1b2-0000-7000-8000-000000000001',
  state: 'offered',
  outcome: null,
  price: 900,
  isBuyersOffer: true,
  isReservation: false,
  due: new Date(Date.now() + 48 * 3_600_000).toISOString(),
  isKeptLonger: false,
  isComing: false,
  meeting: null,
  confirmedBy: null,
  endedBy: null,
  reason: null,
  endedAt: null,
  changedAt: '2026-11-20T12:00:00.000Z',
  ...changes,
})

/** A message from Ama. */
export const someMessage = (seq: number, changes: Partial<Message> = {}): Message => ({
  id: `m${seq}`,
  conversationId: 'c1',
  seq,
  senderId: 'ama',
  clientKey: `k${seq}`,
  content: `Message ${seq}`,
  photo: null,
  read: true,
  reactions: [],
  createdAt: new Date().toISOString(),
  ...changes,
})
