import { PHOTO_WIDTHS } from '#contract/limits.ts'
import type { Context } from '#server/context.ts'
import { outageOf } from '#server/platform/errors/outage.ts'
import { readWidest } from '#server/platform/images/picture-files.ts'
import { indexPhotos } from './matching.ts'
import { countAttempt, selectToDescribe } from './matching-queries.ts'

/** Photos of one run; each takes a quarter of a second. */
const AT_ONCE = 500
const ATTEMPTS = 5

type Deps = Pick<Context, 'db' | 'storage' | 'images' | 'log'>

async function describe(
  { db, storage, images }: Deps,
  photo: { id: string; image_url: string },
): Promise<void> {
  const file = await readWidest(storage, photo.image_url, PHOTO_WIDTHS)
  if (!file) throw new Error('The storage has no file of this photo.')
  const { likeness } = await images.process(file.bytes, 'likeness')
  await db.transaction().execute((tx) => indexPhotos(tx, [{ id: photo.id, likeness }]))
}

/** Makes photos that an earlier version prepared findable for later copies. */
export async function describePhotos(ctx: Deps, signal: AbortSignal): Promise<void> {
  for (const photo of await selectToDescribe(ctx.db, { most: AT_ONCE, attempts: ATTEMPTS })) {
    if (signal.aborted) return
    try {
      await describe(ctx, photo)
    } catch (error) {
      if (outageOf(error)) throw error
      ctx.log.warn({ err: error, photoId: photo.id }, 'Cannot describe a photo. Its copies are not found.')
      await countAttempt(ctx.db, photo.id)
    }
  }
}
