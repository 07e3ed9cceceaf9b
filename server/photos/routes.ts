import type { Context as HttpContext, Hono } from 'hono'
import * as z from 'zod/mini'
import { AVATAR_PATH } from '#contract/accounts/profiles.ts'
import { messagePhotoPath } from '#contract/conversations/conversations.ts'
import { PICTURE_BYTES_MAX } from '#contract/limits.ts'
import { reportPicturePath } from '#contract/moderation/reports.ts'
import { isPhotoName, photoTypeOfName } from '#contract/photos/photo-names.ts'
import { PHOTO_UPLOAD_PATH, type photosContract } from '#contract/photos/photo-uploads.ts'
import { ProductId } from '#contract/products.ts'
import type { Context } from '#server/context.ts'
import { AppError, invalidInput } from '#server/platform/errors/app-error.ts'
import { photoFileRoutes } from '#server/platform/http/files/photos.ts'
import type { IsUpload } from '#server/platform/http/limits/request-limits.ts'
import type { Handlers } from '#server/platform/http/calls.ts'
import { requireViewer } from '#server/platform/http/viewer.ts'
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

const SentPhotoInput = z.object({
  clientKey: z.uuid('Not a client key'),
  name: z.string('This field is required'),
  product: z.optional(ProductId),
  replaces: z.optional(z.uuid('Not a photo id')),
})

function parseSentPhoto(c: HttpContext): SentPhoto {
  const result = z.safeParse(SentPhotoInput, { ...c.req.query(), clientKey: c.req.param('clientKey') })
  if (!result.success)
    throw invalidInput(result.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })))
  const { clientKey, name, product, replaces } = result.data
  if (!isPhotoName(name) || !photoTypeOfName(name)) throw new AppError('picture-name')
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

/** Whose bodies are pictures, also those of accounts, conversations and reports. */
const UPLOADS = [
  AVATAR_PATH,
  `${PHOTO_UPLOAD_PATH}/[^/]+`,
  messagePhotoPath('[^/]+', '[^/]+'),
  reportPicturePath('[^/]+', '[^/]+'),
].map((path) => new RegExp(`^${path}$`))
export const isUpload: IsUpload = (method, path) =>
  method === 'PUT' && UPLOADS.some((each) => each.test(path))

/** The files, and uploads with a raw body, which are no endpoints of the contract. */
export function mountPhotos(app: Hono, ctx: Context): void {
  app.route('/', photoFileRoutes(ctx.storage, ctx.findPhoto))
  app.put(`${PHOTO_UPLOAD_PATH}/:clientKey`, async (c) => {
    const { id: sellerId } = await requireViewer(c)
    const reply = await ctx.uploads.stream(c, sellerId, PHOTO, async (pieces) => {
      const sent = parseSentPhoto(c)
      await countUpload(ctx, { sellerId })
      return receivePhoto(ctx, { sellerId, sent, pieces })
    })
    return c.json(reply, 202, { 'Cache-Control': 'no-store' })
  })
}
