import type { Reaction as ReactionName } from '#contract/selling/choices.ts'
import type { Message } from '#contract/conversations/conversations.ts'
import type { Presence } from '#contract/presence.ts'

/** Where the live socket listens. */
export const LIVE_PATH = '/live'

/** Events from the server. Message events reach every socket of both people of a conversation. */
export interface LiveEvents {
  'message.sent': (event: { message: Message }) => void
  /** Of one's own that is held: to its sender alone. */
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
  /** Of somebody whom this socket watches. */
  'presence.changed': (event: { userId: string; presence: Presence }) => void
  /** Somebody with whom this person has a conversation deleted their account. */
  'person.left': (event: { userId: string }) => void
  /** Whom the person has blocked has changed: the list is requested anew. */
  'hidden.changed': (event: object) => void
  /** The person's unread notifications were counted anew. */
  'notifications.changed': (event: { unread: number }) => void
}

/** Of a refusal: a code of contract/problem.ts. */
export type LiveReply<Result = object> =
  | ({ ok: true } & Result)
  | { ok: false; code: string; message: string }

/** Events from the browser; each is acknowledged. `token` also stands in the handshake's `auth`. */
export interface LiveCalls {
  /** A fresh access token of the same session, before the one of the handshake expires. */
  auth: (call: { token: string }, answer: (reply: LiveReply) => void) => void
  typing: (call: { conversationId: string; typing: boolean }, answer?: (reply: LiveReply) => void) => void
  /** Follows whether the other person of a conversation is there. */
  'presence.watch': (
    call: { conversationId: string },
    answer: (reply: LiveReply<{ presence: Presence }>) => void,
  ) => void
  'presence.unwatch': (call: { conversationId: string }, answer?: (reply: LiveReply) => void) => void
}
