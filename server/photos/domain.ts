import type { Domain } from '#server/context.ts'
import { addPhotos, createFindPhoto, type FindPhoto } from '#server/platform/http/files/photos.ts'
import { handlePhotoJobs } from './jobs.ts'
import { createPublicPhotos, type PublicPhotos } from './public-photos.ts'
import { photosRoutes, photoUpload } from './routes.ts'

export interface PhotosState {
  publicPhotos: PublicPhotos
  findPhoto: FindPhoto
}

declare module '#server/context.ts' {
  interface Context extends PhotosState {}
}

export const photosDomain = {
  routes: photosRoutes,
  jobs: handlePhotoJobs,
  open({ signer, changes, ...platform }) {
    const publicPhotos = createPublicPhotos({ ...platform, now: Date.now })
    changes.onChange((change) => change === 'withheld' && publicPhotos.clear())
    return { publicPhotos, findPhoto: createFindPhoto({ findPublic: publicPhotos.find, signing: signer }) }
  },
  addRoutes: (app, { storage, findPhoto }) => addPhotos(app, storage, findPhoto),
  uploads: (ctx) => [photoUpload(ctx)],
} satisfies Domain
