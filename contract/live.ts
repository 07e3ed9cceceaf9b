import type { Reaction as ReactionName } from '#contract/selling/choices.ts'
import type { Message } from '#contract/conversations/conversations.ts'
import type { Presence } from '#contract/presence.ts'

/** Path of the live socket. */
export const LIVE_PATH = '/live'

/** Events from the server. Message events reach every socket of both people in a conversation. */
export interface LiveEvents {
  'message.sent': (event: { message: Message }) => void
  /** The person's own held message, only for its sender. */
  'message.held': (event: { message: Message }) => void
  /** `userId` has read the conversation up to message number `seq`. */
  'message.read': (event: { conversationId: string; userId: string; seq: number }) => void
  'reaction.changed': (event: {
    conversationId: string
    messageId: string
    userId: string
    reaction: ReactionName | null
  }) => void
  'typing.changed': (event: { conversationId: string; userId: string; typing: boolean }) => void
  /** Presence of a person whom this socket watches. */
  'presence.changed': (event: { userId: string; presence: Presence }) => void
  /** Somebody with whom this person has a conversation deleted their account. */
  'person.left': (event: { userId: string }) => void
  /** The person's blocks have changed: clients request the list again. */
  'hidden.changed': (event: object) => void
  /** For staff: cases, claims or notes have changed. Clients request again what they show. */
  'desk.changed': (event: object) => void
  /** The person's unread notifications were counted again. */
  'notifications.changed': (event: { unread: number }) => void
}

/** Reply to a call; a refusal has a code of contract/problem.ts. */
export type LiveReply<Result = object> =
  | ({ ok: true } & Result)
  | { ok: false; code: string; message: string }

/** Events from the browser; each is acknowledged. The handshake's `auth` also contains `token`. */
export interface LiveCalls {
  /** A fresh access token of the same session, sent before the handshake's token expires. */
  auth: (call: { token: string }, answer: (reply: LiveReply) => void) => void
  typing: (call: { conversationId: string; typing: boolean }, answer?: (reply: LiveReply) => void) => void
  /** Watches whether the other person of a conversation is online. */
  'presence.watch': (
    call: { conversationId: string },
    answer: (reply: LiveReply<{ presence: Presence }>) => void,
  ) => void
  'presence.unwatch': (call: { conversationId: string }, answer?: (reply: LiveReply) => void) => void
}
