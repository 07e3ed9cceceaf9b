import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { PICTURE_BYTES_MAX } from '#contract/limits.ts'
import { isPhotoName, findPhotoType } from '#contract/photos/photo-names.ts'
import { OwnPhoto, PHOTO_UPLOAD_PATH, type photosContract } from '#contract/photos/photo-uploads.ts'
import { ProductId } from '#contract/products.ts'
import type { Context } from '#server/context.ts'
import { AppError, invalidInput } from '#server/platform/errors/app-error.ts'
import type { Handlers } from '#server/platform/http/calls.ts'
import type { Upload } from '#server/platform/http/routes.ts'
import { imageTypeOf } from '#server/platform/images/image-type.ts'
import { asPictureRefusal } from '#server/platform/images/picture-refusal.ts'
import { arrangePhotos, deletePhoto } from './arranging.ts'
import type { SentPhoto } from './attempts.ts'
import { countUpload, receivePhoto } from './receiving.ts'
import { listUnassignedPhotos } from './service.ts'

export const photosRoutes = {
  listUnassignedPhotos: async (ctx, { viewer }) => ({
    photos: await listUnassignedPhotos(ctx, { sellerId: viewer.id }),
  }),
  arrangePhotos: async (ctx, { viewer, params, body }) => ({
    photos: await arrangePhotos(ctx, {
      sellerId: viewer.id,
      productId: params.id,
      photoIds: body.photos,
    }),
  }),
  deletePhoto: (ctx, { viewer, params }) => deletePhoto(ctx, { sellerId: viewer.id, photoId: params.id }),
} satisfies Handlers<typeof photosContract, Context>

const UploadQuery = z.object({
  name: z.string('This field is required'),
  product: z.optional(ProductId),
  replaces: z.optional(z.uuid('Not a photo id')),
})

const SentPhotoInput = z.extend(UploadQuery, { clientKey: z.uuid('Not a client key') })

function parseSentPhoto({ query, params }: FastifyRequest): SentPhoto {
  const { id } = params as { id: string }
  const result = z.safeParse(SentPhotoInput, { ...(query as object), clientKey: id })
  if (!result.success)
    throw invalidInput(result.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })))
  const { clientKey, name, product, replaces } = result.data
  if (!isPhotoName(name) || !findPhotoType(name)) throw new AppError('picture-name')
  return { clientKey, fileName: name, productId: product, replacesId: replaces }
}

function checkStart(start: Uint8Array): void {
  try {
    imageTypeOf(start)
  } catch (error) {
    throw asPictureRefusal(error)
  }
}

const PHOTO = { mostBytes: PICTURE_BYTES_MAX, tooLarge: 'picture-too-large', checkStart } as const

export const photoUpload = (ctx: Context): Upload => ({
  name: 'uploadPhoto',
  path: `${PHOTO_UPLOAD_PATH}/:id`,
  status: 202,
  group: 'Selling',
  summary:
    'Uploads a photo of a listing. `id` is a UUID that the client chooses: the same one again is the same photo.',
  query: UploadQuery,
  reply: OwnPhoto,
  handle: (request, { id: sellerId }) =>
    ctx.uploads.stream(request, sellerId, PHOTO, async (pieces) => {
      const sent = parseSentPhoto(request)
      await countUpload(ctx, { sellerId })
      return receivePhoto(ctx, { sellerId, sent, pieces })
    }),
})
