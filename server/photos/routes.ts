import type { Context, Hono } from 'hono'
import * as z from 'zod/mini'
import { PICTURE_BYTES_MAX } from '#contract/limits.ts'
import { isPhotoName, photoTypeOfName } from '#contract/photo-names.ts'
import * as contract from '#contract/photo-uploads.ts'
import { ProductId } from '#contract/products.ts'
import { AppError, invalidInput } from '#server/app-error.ts'
import { mount } from '#server/http/mount.ts'
import { withUploadStream } from '#server/http/upload.ts'
import { requireViewer } from '#server/http/viewer.ts'
import { imageTypeOf } from '#server/images/image-type.ts'
import { asPictureRefusal } from '#server/images/picture-refusal.ts'
import type { BeginDraft } from './assigning.ts'
import type { SentPhoto } from './attempts.ts'
import type { PhotosService } from './service.ts'

const Sent = z.object({
  clientKey: z.uuid('Not a client key'),
  name: z.string('This field is required'),
  product: z.optional(ProductId),
  replaces: z.optional(z.uuid('Not a photo id')),
})

function readSent(c: Context): SentPhoto {
  const result = z.safeParse(Sent, { ...c.req.query(), clientKey: c.req.param('clientKey') })
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

export interface PhotosRoutesParts {
  photos: PhotosService
  beginDraft: BeginDraft
}

export function photosRoutes(app: Hono, { photos, beginDraft }: PhotosRoutesParts): void {
  mount(app, contract.listLoosePhotos, async ({ viewer }) => ({ photos: await photos.loose(viewer.id) }))
  mount(app, contract.arrangePhotos, async ({ viewer, params, body }) => ({
    photos: await photos.arrange(viewer.id, params.id, body.photos),
  }))
  mount(app, contract.deletePhoto, async ({ viewer, params }) => {
    await photos.remove(viewer.id, params.id)
    return {}
  })
  mount(app, contract.assignPhotos, async ({ viewer, body }) => ({
    productId: await photos.assign(viewer.id, body, beginDraft),
  }))
  app.put(`${contract.PHOTO_UPLOAD_PATH}/:clientKey`, async (c) => {
    const { id } = await requireViewer(c)
    const reply = await withUploadStream(c, PHOTO, async (pieces) => {
      const sent = readSent(c)
      await photos.takeTry(id)
      return photos.receive(id, sent, pieces)
    })
    return c.json(reply, 202, { 'Cache-Control': 'no-store' })
  })
}
