import type { Reaction } from '#contract/selling/choices.ts'
import type { Message } from '#contract/conversations/conversations.ts'
import type { MessageList, PendingMessage } from './apply-live.ts'

export type DeliveryState = 'preparing' | 'sending' | 'waiting' | 'failed' | 'sent' | 'read'

type Reactions = Message['reactions']

/** A message as it is drawn. The same objects come again as long as nothing about them changed. */
export type ShownMessage =
  | { kind: 'message'; message: Message; isOwn: boolean; isRead: boolean; reactions: Reactions }
  | { kind: 'pending'; pending: PendingMessage }

export const keyOf = (shown: ShownMessage): string =>
  shown.kind === 'message' ? shown.message.clientKey : shown.pending.clientKey

export const isFromViewer = (shown: ShownMessage): boolean => shown.kind === 'pending' || shown.isOwn

export const createdAtOf = (shown: ShownMessage): string =>
  shown.kind === 'message' ? shown.message.createdAt : shown.pending.createdAt

/** SPEC 4: what became of a message of one's own. */
export function deliveryOf(shown: ShownMessage): DeliveryState {
  if (shown.kind === 'pending') return shown.pending.state
  return shown.isRead ? 'read' : 'sent'
}

function reactionsOf(list: MessageList, message: Message, viewerId: string): Reactions {
  const received = list.receivedReactions.get(message.id)
  const chosen = list.chosen.get(message.id)
  if (!received && !chosen) return message.reactions
  const byPerson = new Map<string, Reaction | null>(
    message.reactions.map(({ userId, reaction }) => [userId, reaction]),
  )
  for (const [userId, { reaction }] of received ?? []) byPerson.set(userId, reaction)
  if (chosen) byPerson.set(viewerId, chosen.reaction)
  const people = [...byPerson].toSorted(([one], [other]) => (one < other ? -1 : 1))
  return people.flatMap(([userId, reaction]) => (reaction ? [{ userId, reaction }] : []))
}

/** Whether somebody other than its sender has read it. */
const isReadByOther = ({ readBy }: MessageList, { read, senderId, seq }: Message) =>
  read || [...readBy].some(([userId, upTo]) => userId !== senderId && seq <= upTo)

/** All that is to be drawn, in its order: what the server has, then what waits to reach it. */
export function shownMessages(list: MessageList, viewerId: string): ShownMessage[] {
  const arrived = new Set<string>()
  const shown = list.known.map(({ message }): ShownMessage => {
    const isOwn = message.senderId === viewerId
    if (isOwn) arrived.add(message.clientKey)
    const reactions = reactionsOf(list, message, viewerId)
    return { kind: 'message', message, isOwn, isRead: isReadByOther(list, message), reactions }
  })
  const waiting = list.pending.filter(({ clientKey }) => !arrived.has(clientKey))
  return [...shown, ...waiting.map((pending): ShownMessage => ({ kind: 'pending', pending }))]
}

/** The newest message from the other person, 0 without one. */
export function newestIncoming({ known }: MessageList, viewerId: string): number {
  return known.findLast(({ message }) => message.senderId !== viewerId)?.message.seq ?? 0
}
