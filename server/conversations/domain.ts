import type { Domain } from '#server/context.ts'
import { createKeyedMutex, type KeyedMutex } from '#server/platform/concurrency/keyed-mutex.ts'
import { type AddMessage, createAddMessage } from './add-message.ts'
import { handleConversationJobs } from './jobs.ts'
import { conversationCalls } from './live-calls.ts'
import { createMessageLimits, type MessageLimits } from './message-limits.ts'
import { conversationsRoutes, heldMessagesRoutes, messagePhotoUpload } from './routes.ts'

export interface ConversationsState {
  addMessage: AddMessage
  messageLimits: MessageLimits
  messageMutex: KeyedMutex
}

declare module '#server/context.ts' {
  interface Context extends ConversationsState {}
}

export const conversationsDomain = {
  routes: { ...conversationsRoutes, ...heldMessagesRoutes },
  jobs: handleConversationJobs,
  open: ({ db }) => ({
    addMessage: createAddMessage(db),
    messageLimits: createMessageLimits(),
    messageMutex: createKeyedMutex(),
  }),
  /** The calls of the live socket. */
  addRoutes: (_app, ctx) => ctx.live.handleCalls(ctx, conversationCalls),
  uploads: (ctx) => [messagePhotoUpload(ctx)],
} satisfies Domain
