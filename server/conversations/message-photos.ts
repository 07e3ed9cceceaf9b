import type { Message } from '#contract/conversations/conversations.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { asPictureRefusal } from '#server/platform/images/picture-refusal.ts'
import { selectMessageByKey } from './message-queries.ts'
import { requireParticipant } from '#server/conversations/opening/opening.ts'
import { storePhoto } from './photo-files.ts'
import { type SendingContext, sendMessage } from './sending.ts'

/** Each photo takes about a second of a processor, which photos of listings need as well. */
const PHOTOS_AN_HOUR = { attempts: 60, seconds: 60 * 60 }

export interface PhotoTarget {
  senderId: string
  conversationId: string
  clientKey: string
}
type Deps = SendingContext & Pick<Context, 'images' | 'jobs' | 'storage'>

/** Emits the message of an earlier attempt again. Throws forbidden (another's message). */
async function findSent(ctx: SendingContext, target: PhotoTarget): Promise<Message | undefined> {
  const row = await selectMessageByKey(ctx.db, target.conversationId, target.clientKey)
  if (!row) return undefined
  if (row.sender_id !== target.senderId) throw new AppError('forbidden')
  return sendMessage(ctx, { ...target, content: row.content, photo: null })
}

async function preparePhoto(ctx: Deps, { conversationId }: PhotoTarget, bytes: Uint8Array) {
  const { files, width, height, thumbhash, codes } = await ctx.images.process(bytes)
  const photo = { url: await storePhoto(ctx, { conversationId, files }), width, height, thumbhash }
  return { photo, codes }
}

async function sendNow(ctx: Deps, target: PhotoTarget, bytes: Uint8Array): Promise<Message> {
  const sent = await findSent(ctx, target)
  if (sent) return sent
  const { conversationId, senderId } = target
  const { otherId } = await requireParticipant(ctx, { userId: senderId, conversationId })
  if (otherId === null) throw new AppError('person-left')
  const prepared = await preparePhoto(ctx, target, bytes).catch((error: unknown) => {
    throw asPictureRefusal(error)
  })
  return sendMessage(ctx, { ...target, content: '', ...prepared })
}

/**
 * Runs before the picture is received. Throws conversation-not-found, conversation-access-denied,
 * too-many-requests.
 */
export async function takePhotoAttempt(
  { db, limiter }: Pick<Context, 'db' | 'limiter'>,
  { senderId, conversationId }: PhotoTarget,
): Promise<void> {
  await requireParticipant({ db }, { userId: senderId, conversationId })
  await limiter.take(`message-photos:${senderId}`, PHOTOS_AN_HOUR)
}

/** Sends a photo as a message. The second of two simultaneous attempts with one key finds the first one's message. */
export const sendPhoto = (
  ctx: Deps,
  { bytes, ...target }: PhotoTarget & { bytes: Uint8Array },
): Promise<Message> =>
  ctx.messageMutex(`photo ${target.conversationId} ${target.clientKey}`, () => sendNow(ctx, target, bytes))
