import type { Message } from '#contract/conversations.ts'
import { AppError } from '#server/app-error.ts'
import { inTurn } from '#server/in-turn.ts'
import { asPictureRefusal } from '#server/images/picture-refusal.ts'
import type { ConversationParts } from './conversation-parts.ts'
import { selectMessageByKey } from './message-queries.ts'
import type { conversationOpening } from './opening.ts'
import type { PhotoPlace, photoFiles } from './photo-files.ts'
import type { messageSending } from './sending.ts'

/** Each costs about a second of a processor, which listings wait for as well. */
const PHOTOS_AN_HOUR = { tries: 60, seconds: 60 * 60 }

interface Sending {
  mayTalk: ReturnType<typeof conversationOpening>['mayTalk']
  send: ReturnType<typeof messageSending>
  files: ReturnType<typeof photoFiles>
}

export function messagePhotos({ db, images, limiter }: ConversationParts, { mayTalk, send, files }: Sending) {
  const oneAfterTheOther = inTurn()

  /** What an earlier try has sent, told once more; another's message is refused. */
  async function known(senderId: string, place: PhotoPlace): Promise<Message | undefined> {
    const row = await selectMessageByKey(db, place.conversationId, place.clientKey)
    if (!row) return undefined
    if (row.sender_id !== senderId) throw new AppError('forbidden')
    return send(senderId, { ...place, content: row.content, photo: null })
  }

  async function prepare({ conversationId }: PhotoPlace, bytes: Uint8Array) {
    const { files: prepared, width, height, thumbhash } = await images.process(bytes)
    return { url: await files.store(conversationId, prepared), width, height, thumbhash }
  }

  async function sendNow(senderId: string, place: PhotoPlace, bytes: Uint8Array): Promise<Message> {
    const sent = await known(senderId, place)
    if (sent) return sent
    const { otherId } = await mayTalk(senderId, place.conversationId)
    if (otherId === null) throw new AppError('person-left')
    const photo = await prepare(place, bytes).catch((error: unknown) => {
      throw asPictureRefusal(error)
    })
    return send(senderId, { ...place, content: '', photo })
  }

  return {
    /** Before the picture is read: who may send one here, and how many. */
    async takePhotoTry(senderId: string, { conversationId }: PhotoPlace): Promise<void> {
      await mayTalk(senderId, conversationId)
      await limiter.take(`message-photos:${senderId}`, PHOTOS_AN_HOUR)
    },
    /** Of two tries with one key at once the second finds the first one's message. */
    sendPhoto: (senderId: string, place: PhotoPlace, bytes: Uint8Array): Promise<Message> =>
      oneAfterTheOther(`${place.conversationId} ${place.clientKey}`, () => sendNow(senderId, place, bytes)),
  }
}
