import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { BULK_PHOTOS_MAX } from '#contract/limits.ts'
import { Photo, ProductId } from '#contract/products.ts'

/** Reasons for refusing a photo during preparation: codes of contract/problem.ts. */
const PhotoRefusal = z.enum([
  'picture-not-an-image',
  'picture-unsupported-type',
  'picture-too-many-pixels',
  'picture-damaged',
  'picture-unusable',
])

export const PhotoId = z.uuid('Not a photo id')

/** A photo for its seller. `photo` is set after the picture is prepared, `refusal` if that failed. */
export const OwnPhoto = z.object({
  id: z.string(),
  /** The browser's key for the upload; null for a photo from elsewhere. */
  clientKey: z.nullable(z.string()),
  fileName: z.nullable(z.string()),
  state: z.enum(['preparing', 'ready', 'refused']),
  photo: z.nullable(Photo),
  refusal: z.nullable(PhotoRefusal),
  /** Another unsold listing of the same seller that shows this photo. */
  listedBefore: z.optional(z.object({ productId: z.string(), title: z.string() })),
})
export type OwnPhoto = z.output<typeof OwnPhoto>

/**
 * Not a JSON call: `PUT ${PHOTO_UPLOAD_PATH}/{clientKey}` takes a picture's bytes and replies 202 with an
 * OwnPhoto. The browser chooses the UUID `clientKey`: the same key means the same photo. Query: `name` (the
 * file's), for a listing's photo `product`, and `replaces` with the id of the photo that it replaces.
 */
export const PHOTO_UPLOAD_PATH = '/api/selling/photos'

const OwnPhotos = z.object({ photos: z.array(OwnPhoto) })

export const photosContract = {
  listUnassignedPhotos: endpoint({
    method: 'GET',
    path: PHOTO_UPLOAD_PATH,
    access: 'signed-in',
    summary:
      "Lists the person's uploaded photos that belong to no listing yet, in the order in which they were sent.",
    reply: OwnPhotos,
  }),
  arrangePhotos: endpoint({
    method: 'PUT',
    path: '/api/selling/products/:id/photos',
    access: 'owner',
    summary: "Puts a listing's photos into this order; the first is primary. Every photo must be named once.",
    params: z.object({ id: ProductId }),
    body: z.object({ photos: z.array(PhotoId).check(z.maxLength(BULK_PHOTOS_MAX)) }),
    reply: OwnPhotos,
  }),
  deletePhoto: endpoint({
    method: 'DELETE',
    path: '/api/selling/photos/:id',
    access: 'owner',
    summary: "Deletes one of the person's photos. A published listing must have at least one.",
    params: z.object({ id: PhotoId }),
    reply: z.object({}),
  }),
}
