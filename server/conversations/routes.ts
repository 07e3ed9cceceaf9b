import type { Hono } from 'hono'
import * as z from 'zod/mini'
import * as contract from '#contract/conversations.ts'
import { PICTURE_BYTES_MAX } from '#contract/limits.ts'
import { AppError } from '#server/app-error.ts'
import { mount } from '#server/http/mount.ts'
import { withUpload } from '#server/http/upload.ts'
import { requireViewer } from '#server/http/viewer.ts'
import type { PhotoPlace } from './photo-files.ts'
import type { ConversationsService } from './service.ts'

const PICTURE = { mostBytes: PICTURE_BYTES_MAX, tooLarge: 'picture-too-large' } as const
const PHOTO_PATH = contract.messagePhotoPath(':id', ':clientKey')

/** Names of files are in small letters. */
function photoPlace({ id: conversationId, clientKey }: Record<string, string>): PhotoPlace {
  const [id, key] = [conversationId, clientKey].map((text) => z.safeParse(z.uuid(), text?.toLowerCase()).data)
  if (id === undefined || key === undefined) throw new AppError('conversation-not-found')
  return { conversationId: id, clientKey: key }
}

function inboxRoutes(app: Hono, conversations: ConversationsService): void {
  mount(app, contract.listConversations, ({ viewer, query }) => conversations.list(viewer.id, query))
  mount(app, contract.countUnreadConversations, async ({ viewer }) => ({
    count: await conversations.countUnread(viewer.id),
  }))
  mount(app, contract.openConversation, ({ viewer, body }) => conversations.open(viewer.id, body.productId))
  mount(app, contract.getConversation, ({ viewer, params }) =>
    conversations.conversation(viewer.id, params.id),
  )
}

export function conversationsRoutes(app: Hono, conversations: ConversationsService): void {
  inboxRoutes(app, conversations)
  mount(app, contract.listMessages, ({ viewer, params, query }) =>
    conversations.messages(viewer.id, params.id, query),
  )
  mount(app, contract.sendMessage, ({ viewer, params, body }) =>
    conversations.send(viewer.id, { conversationId: params.id, ...body, photo: null }),
  )
  app.put(PHOTO_PATH, async (c) => {
    const { id } = await requireViewer(c)
    const place = photoPlace(c.req.param())
    await conversations.takePhotoTry(id, place)
    const message = await withUpload(c, PICTURE, (bytes) => conversations.sendPhoto(id, place, bytes))
    return c.json(message, 201, { 'Cache-Control': 'no-store' })
  })
  mount(app, contract.markRead, async ({ viewer, params, body }) => {
    await conversations.markRead(viewer.id, params.id, body.seq)
    return {}
  })
  mount(app, contract.react, async ({ viewer, params, body }) => {
    await conversations.react(viewer.id, params.id, body.reaction)
    return {}
  })
}
