import { PHOTO_WIDTHS } from '#contract/limits.ts'
import type { Context } from '#server/context.ts'
import { ImageRefused } from '#server/platform/images/image.ts'
import { readWidest } from '#server/platform/images/picture-files.ts'
import { indexPhotos } from './matching.ts'
import { deleteToDescribe, selectToDescribe } from './matching-queries.ts'

/** Photos of one run, about three minutes. */
const AT_ONCE = 500

type Deps = Pick<Context, 'db' | 'storage' | 'images'>

async function describe(
  { db, storage, images }: Deps,
  photo: { id: string; image_url: string },
): Promise<void> {
  const file = await readWidest(storage, photo.image_url, PHOTO_WIDTHS)
  if (!file) return void (await deleteToDescribe(db, photo.id))
  const { likeness } = await images.process(file.bytes, 'likeness')
  await db.transaction().execute((tx) => indexPhotos(tx, [{ id: photo.id, likeness }]))
}

/** Makes photos that an earlier version prepared findable for later copies. */
export async function describePhotos(ctx: Deps): Promise<void> {
  for (const photo of await selectToDescribe(ctx.db, AT_ONCE)) {
    try {
      await describe(ctx, photo)
    } catch (error) {
      if (!(error instanceof ImageRefused)) throw error
      await deleteToDescribe(ctx.db, photo.id)
    }
  }
}
