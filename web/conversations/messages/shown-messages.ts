import type { Reaction } from '#contract/selling/choices.ts'
import type { Message } from '#contract/conversations/conversations.ts'
import type { MessageList, PendingMessage } from '#web/conversations/apply-live.ts'

export type DeliveryState = 'held' | 'preparing' | 'sending' | 'waiting' | 'failed' | 'sent' | 'read'

type Reactions = Message['reactions']

/** A message as it is drawn. An unchanged message keeps its object. */
export type ShownMessage =
  | { kind: 'message'; message: Message; isOwn: boolean; isRead: boolean; reactions: Reactions }
  | { kind: 'held'; message: Message }
  | { kind: 'pending'; pending: PendingMessage }

export const keyOf = (shown: ShownMessage): string =>
  shown.kind === 'pending' ? shown.pending.clientKey : shown.message.clientKey

export const isFromViewer = (shown: ShownMessage): boolean => shown.kind !== 'message' || shown.isOwn

export const createdAtOf = (shown: ShownMessage): string =>
  shown.kind === 'pending' ? shown.pending.createdAt : shown.message.createdAt

/** SPEC 4: the delivery state of the viewer's own message. */
export function deliveryState(shown: ShownMessage): DeliveryState {
  if (shown.kind === 'pending') return shown.pending.state
  if (shown.kind === 'held') return 'held'
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

/** Whether somebody other than its sender has read it; of a line of the site, whether the viewer has. */
function isReadByOther({ readBy }: MessageList, { read, senderId, seq, step }: Message, viewerId: string) {
  if (step?.by === null) return seq <= (readBy.get(viewerId) ?? 0)
  return read || [...readBy].some(([userId, upTo]) => userId !== senderId && seq <= upTo)
}

/** Inserts held messages by the time of writing; those older than the loaded messages appear once these are loaded. */
function withHeld(list: MessageList, arrived: ShownMessage[]): ShownMessage[] {
  const [oldest] = arrived
  const held = list.held.filter(
    ({ createdAt }) => list.isBottom || oldest === undefined || createdAt >= createdAtOf(oldest),
  )
  if (held.length === 0) return arrived
  const shown = [...arrived]
  for (const message of held) {
    const at = shown.findIndex((each) => createdAtOf(each) > message.createdAt)
    shown.splice(at === -1 ? shown.length : at, 0, { kind: 'held', message })
  }
  return shown
}

/** All messages to draw, in order: first those from the server, then those that wait to reach it. */
export function shownMessages(list: MessageList, viewerId: string): ShownMessage[] {
  const arrived = new Set(list.held.map(({ clientKey }) => clientKey))
  const shown = list.known.map(({ message }): ShownMessage => {
    const isOwn = message.senderId === viewerId
    if (isOwn) arrived.add(message.clientKey)
    const reactions = reactionsOf(list, message, viewerId)
    return { kind: 'message', message, isOwn, isRead: isReadByOther(list, message, viewerId), reactions }
  })
  const waiting = list.pending.filter(({ clientKey }) => !arrived.has(clientKey))
  return [...withHeld(list, shown), ...waiting.map((pending): ShownMessage => ({ kind: 'pending', pending }))]
}

/** Number of the newest message from the other person, 0 without one. */
export function newestIncoming({ known }: MessageList, viewerId: string): number {
  return known.findLast(({ message }) => message.senderId !== viewerId)?.message.seq ?? 0
}
