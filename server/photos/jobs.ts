import type { Context } from '#server/context.ts'
import { cleanUpPhotos } from './clean-up.ts'
import { PREPARE_PHOTO, preparePhoto } from './preparation.ts'
import { REMOVE_PHOTO_FILES, removePhotoFiles } from './removal.ts'

const EVERY_HOUR = '37 * * * *'

export function handlePhotoJobs(ctx: Context): void {
  const { jobs } = ctx
  jobs.handle(PREPARE_PHOTO, (payload) => preparePhoto(ctx, payload))
  jobs.handle(REMOVE_PHOTO_FILES, (payload) => removePhotoFiles(ctx, payload))
  jobs.schedule('photos-clean-up', EVERY_HOUR, () => cleanUpPhotos(ctx))
}
