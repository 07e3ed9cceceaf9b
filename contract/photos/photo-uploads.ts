import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { BULK_PHOTOS_MAX } from '#contract/limits.ts'
import { Photo, ProductId } from '#contract/products.ts'

/** Why a photo was refused while it was prepared: codes of contract/problem.ts. */
const PhotoRefusal = z.enum([
  'picture-not-an-image',
  'picture-unsupported-type',
  'picture-too-many-pixels',
  'picture-damaged',
  'picture-unusable',
])

export const PhotoId = z.uuid('Not a photo id')

/** A photo as its seller sees it. `photo` comes once the picture is prepared, `refusal` when it could not be. */
export const OwnPhoto = z.object({
  id: z.string(),
  /** What the browser named the upload; null of a photo that came otherwise. */
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
 * Not a call with JSON: `PUT ${PHOTO_UPLOAD_PATH}/{clientKey}` takes the bytes of a picture and answers 202 with an
 * OwnPhoto. `clientKey` is a UUID that the browser chose: the same once more is the same photo. Query:
 * `name` (the file's), and of a listing's photo `product`, with `replaces` the id of the photo that it replaces.
 */
export const PHOTO_UPLOAD_PATH = '/api/selling/photos'

const OwnPhotos = z.object({ photos: z.array(OwnPhoto) })

export const photosContract = {
  listUnassignedPhotos: endpoint({
    method: 'GET',
    path: PHOTO_UPLOAD_PATH,
    access: 'signed-in',
    summary:
      "The person's uploaded photos that belong to no listing yet, in the order in which they were sent.",
    reply: OwnPhotos,
  }),
  arrangePhotos: endpoint({
    method: 'PUT',
    path: '/api/selling/products/:id/photos',
    access: 'owner',
    summary: "Puts a listing's photos in this order; the first is primary. Every photo must be named once.",
    params: z.object({ id: ProductId }),
    body: z.object({ photos: z.array(PhotoId).check(z.maxLength(BULK_PHOTOS_MAX)) }),
    reply: OwnPhotos,
  }),
  deletePhoto: endpoint({
    method: 'DELETE',
    path: '/api/selling/photos/:id',
    access: 'owner',
    summary: "Deletes a photo of one's own. A published listing must have at least one.",
    params: z.object({ id: PhotoId }),
    reply: z.object({}),
  }),
}
