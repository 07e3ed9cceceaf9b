import { useEffect, useState, useSyncExternalStore } from 'react'
import { photoNameAs, PHOTO_TYPES } from '#contract/photos/photo-names.ts'
import type { OwnPhoto, PHOTO_UPLOAD_PATH } from '#contract/photos/photo-uploads.ts'
import { isSignedInAs } from '#web/accounts/sessions/signed-in-as.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { type ApiClient, ApiError } from '#web/platform/api/client.ts'
import { photoOrders, unsentPhotos } from './unsent-photos.ts'
import type { PhotosState } from '#web/photos/photo-entries.ts'
import { PhotoUploader } from './photo-uploader.ts'
import { reducePhoto } from '#web/photos/picking/reduce-photo.ts'
import { createProgressFetch } from './send-with-progress.ts'
import { useLatest } from '#web/photos/use-latest.ts'

export interface PhotoUploadsOptions {
  /** Owner of the photos; nothing is sent once somebody else is signed in. */
  personId: string
  /** Names the person and the listing; unsent files are stored under this name and survive a reload. */
  group: string
  most: number
  /** Shown for files beyond `most`. */
  tooMany: string
  /** The server's photos when the screen opens. */
  photos: readonly OwnPhoto[]
  /** Resolves to the id of the photos' product, before each is sent; left out if they belong to none yet. */
  product?: () => Promise<string>
  /** Loads the server's photos; polled while one is being prepared. */
  list: () => Promise<readonly OwnPhoto[]>
}

/** The photos of a screen, and the uploader that changes them. */
export interface PhotoUploads extends PhotosState {
  most: number
  tooMany: string
  uploader: PhotoUploader
}

const UPLOAD_PATH: typeof PHOTO_UPLOAD_PATH = '/api/selling/photos'

/**
 * Creates an uploader outside a screen, as for listings that waited for the network: call `open()`, follow it, call
 * `close()`.
 */
export function createUploader(
  api: ApiClient,
  latest: { readonly current: PhotoUploadsOptions },
): PhotoUploader {
  const { personId, group, most, tooMany, photos, product } = latest.current
  const productId = async () => (await latest.current.product?.()) ?? ''
  const arrange = async (ids: string[]) =>
    (await api.call('arrangePhotos', { params: { id: await productId() }, body: { photos: ids } })).photos
  return new PhotoUploader({
    group,
    most,
    tooMany,
    photos,
    async send({ key, name, replaces }, file, { onProgress, signal }) {
      const type = PHOTO_TYPES.find((known) => known === file.type)
      const query = new URLSearchParams({ name: type ? photoNameAs(name, type) : name })
      if (product) query.set('product', await productId())
      if (!isSignedInAs(personId)) throw new ApiError(401)
      if (replaces) query.set('replaces', replaces)
      return api.upload(`${UPLOAD_PATH}/${key}?${query}`, file, {
        signal,
        fetch: createProgressFetch(onProgress),
      })
    },
    list: () => latest.current.list(),
    arrange: product && arrange,
    remove: (id) => api.call('deletePhoto', { params: { id } }),
    reduce: reducePhoto,
    rows: unsentPhotos,
    orders: photoOrders,
  })
}

/**
 * Photos of a screen, from the chosen file to the server's prepared picture. `group`, `most` and `photos` are read only
 * once: give the component a `key` per draft. The functions may change with every render.
 */
export function usePhotoUploads(options: PhotoUploadsOptions): PhotoUploads {
  const api = useApi()
  const latest = useLatest(options)
  const [uploader] = useState(() => createUploader(api, latest))
  const state = useSyncExternalStore(uploader.subscribe, uploader.read, uploader.read)
  useEffect(() => {
    void uploader.open()
    return () => uploader.close()
  }, [uploader])
  return { ...state, most: options.most, tooMany: options.tooMany, uploader }
}
