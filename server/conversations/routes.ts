import * as z from 'zod/mini'
import { conversationsContract, messagePhotoPath } from '#contract/conversations/conversations.ts'
import { PICTURE_BYTES_MAX } from '#contract/limits.ts'
import type { heldMessagesContract } from '#contract/conversations/held-messages.ts'
import type { Context } from '#server/context.ts'
import { requireNoContact } from '#server/moderation/guard/service.ts'
import { countDecision } from '#server/moderation/staff/service.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { Handlers } from '#server/platform/http/calls.ts'
import type { Upload } from '#server/platform/http/routes.ts'
import { decideHeldMessage, listHeldMessages } from '#server/conversations/held/deciding-held.ts'
import { countUnreadConversations, getConversation, listConversations } from './inbox.ts'
import { type PhotoTarget, sendPhoto, takePhotoAttempt } from './message-photos.ts'
import { listMessages, markRead, setReaction } from './message-list.ts'
import { openConversation } from '#server/conversations/opening/opening.ts'
import { sendMessage } from './sending.ts'

export const conversationsRoutes = {
  listConversations: (ctx, { viewer, query }) => listConversations(ctx, { userId: viewer.id, ...query }),
  countUnreadConversations: async (ctx, { viewer }) => ({
    count: await countUnreadConversations(ctx, { userId: viewer.id }),
  }),
  openConversation: (ctx, { viewer, body }) =>
    openConversation(ctx, { userId: viewer.id, productId: body.productId }),
  getConversation: (ctx, { viewer, params }) =>
    getConversation(ctx, { userId: viewer.id, conversationId: params.id }),
  listMessages: (ctx, { viewer, params, query }) =>
    listMessages(ctx, { userId: viewer.id, conversationId: params.id, ...query }),
  sendMessage: (ctx, { viewer, params, body }) =>
    sendMessage(ctx, { senderId: viewer.id, conversationId: params.id, ...body, photo: null }),
  markRead: (ctx, { viewer, params, body }) =>
    markRead(ctx, { userId: viewer.id, conversationId: params.id, seq: body.seq }),
  setReaction: (ctx, { viewer, params, body }) =>
    setReaction(ctx, { userId: viewer.id, messageId: params.id, reaction: body.reaction }),
} satisfies Handlers<typeof conversationsContract, Context>

export const heldMessagesRoutes = {
  listHeldMessages: async (ctx, { viewer }) => ({
    messages: await listHeldMessages(ctx, { moderatorId: viewer.id }),
  }),
  decideHeldMessage: async (ctx, { viewer, params, body }) => {
    requireNoContact(ctx, [{ field: 'words', text: body.words }])
    await countDecision(ctx, { actorId: viewer.id, countsAsSanction: false })
    await decideHeldMessage(ctx, { moderatorId: viewer.id, ...params, ...body })
  },
} satisfies Handlers<typeof heldMessagesContract, Context>

const PICTURE = { mostBytes: PICTURE_BYTES_MAX, tooLarge: 'picture-too-large' } as const

/** In lower case, because file names contain the ids. */
function photoTarget(senderId: string, { id, clientKey }: Record<string, string>): PhotoTarget {
  const [conversationId, key] = [id, clientKey].map((text) => z.safeParse(z.uuid(), text?.toLowerCase()).data)
  if (conversationId === undefined || key === undefined) throw new AppError('conversation-not-found')
  return { senderId, conversationId, clientKey: key }
}

export const messagePhotoUpload = (ctx: Context): Upload => ({
  name: 'sendMessagePhoto',
  path: messagePhotoPath(':id', ':clientKey'),
  status: 201,
  group: 'Conversations',
  summary:
    'Sends a photo as a message. `clientKey` is a UUID from the client; a repeated one returns the existing message.',
  reply: conversationsContract.sendMessage.reply,
  async handle(request, { id }) {
    const target = photoTarget(id, request.params as Record<string, string>)
    await takePhotoAttempt(ctx, target)
    return ctx.uploads.whole(request, id, PICTURE, (bytes) => sendPhoto(ctx, { ...target, bytes }))
  },
})
