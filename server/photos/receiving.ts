import { randomUUID } from 'node:crypto'
import type { OwnPhoto } from '#contract/photos/photo-uploads.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { newSrc } from '#server/platform/images/picture-files.ts'
import { asPictureRefusal } from '#server/platform/images/picture-refusal.ts'
import { StorageError } from '#server/platform/errors/storage-error.ts'
import {
  abandonAttempt,
  acceptAttempt,
  beginAttempt,
  selectPhotosBeside,
  type SentPhoto,
} from './attempts.ts'
import { findOwnPhoto } from './service.ts'
import { derivePhotoId, quarantineKey } from './photo-files.ts'
import { selectOwnProduct } from './queries.ts'
import { newPosition } from './rules.ts'
import type { Upload } from './upload-queries.ts'

const UPLOADS_PER_HOUR = { attempts: 200, seconds: 60 * 60 }

type Deps = Pick<Context, 'db' | 'jobs' | 'storage' | 'signer' | 'log'>

interface Sending {
  sellerId: string
  sent: SentPhoto
  pieces: AsyncIterable<Uint8Array>
}

/** Counts the upload before anything is read. */
export const countUpload = (
  { limiter }: Pick<Context, 'limiter'>,
  { sellerId }: { sellerId: string },
): Promise<void> => limiter.take(`photo-upload:${sellerId}`, UPLOADS_PER_HOUR)

/** Refuses, before the bytes are read, what `acceptAttempt` is certain to refuse. */
async function requirePosition({ db }: Deps, sellerId: string, sent: SentPhoto): Promise<void> {
  const { productId, replacesId } = sent
  if (productId !== undefined && !(await selectOwnProduct(db, sellerId, productId)))
    throw new AppError('product-not-found')
  const beside = await selectPhotosBeside(db, sellerId, productId)
  newPosition(beside, { replacesId, isAssigned: productId !== undefined })
}

async function store(ctx: Deps, upload: Upload, { sent, pieces }: Sending): Promise<void> {
  try {
    await ctx.storage.put(quarantineKey(upload.attempt), pieces, 'application/octet-stream')
    if (await acceptAttempt(ctx, { upload, sent })) return
  } catch (error) {
    await abandonAttempt(ctx, upload)
    if (error instanceof StorageError)
      ctx.log.error({ err: error }, 'Cannot store an uploaded photo. Check the storage.')
    throw asPictureRefusal(error)
  }
  await abandonAttempt(ctx, upload)
}

/**
 * Receives a photo. If it is sent again, the reply describes the same photo; an interrupted one starts again.
 */
export async function receivePhoto(ctx: Deps, sending: Sending): Promise<OwnPhoto> {
  const { sellerId, sent } = sending
  const id = derivePhotoId(sellerId, sent.clientKey)
  const known = await findOwnPhoto(ctx, { sellerId, id })
  if (known) return known
  await requirePosition(ctx, sellerId, sent)
  const upload = {
    id,
    sellerId,
    clientKey: sent.clientKey,
    attempt: randomUUID(),
    fileName: sent.fileName,
    src: newSrc(`product-images/${sent.productId ?? id}`),
  }
  if (await beginAttempt(ctx, upload)) await store(ctx, upload, sending)
  const photo = await findOwnPhoto(ctx, { sellerId, id })
  // Its seller deleted it at this very moment.
  if (!photo) throw new AppError('photo-not-found')
  return photo
}
