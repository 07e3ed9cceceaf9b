import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Injected } from '#testing/injected.ts'
import { type OwnPhoto, PHOTO_UPLOAD_PATH } from '#contract/photos/photo-uploads.ts'
import { openDiskStorage } from '#server/platform/storage/disk-storage.ts'
import type { Database } from '#server/platform/db/connect.ts'
import type { Storage } from '#server/platform/storage/storage.ts'

export interface PhotoFolder {
  storage: Storage
  /** Keys of all files, including unfinished ones. */
  files(): Promise<string[]>
  /** All folders. */
  folders(): Promise<string[]>
  close(): Promise<void>
}

/** Photo storage on disk, in its own folder. */
export async function openPhotoFolder(): Promise<PhotoFolder> {
  const root = await mkdtemp(join(tmpdir(), 'photos-'))
  const entries = () => readdir(root, { recursive: true, withFileTypes: true })
  const keyOf = ({ parentPath, name }: { parentPath: string; name: string }) =>
    join(parentPath, name).slice(root.length + 1)
  return {
    storage: await openDiskStorage(root),
    files: async () => (await entries()).filter((entry) => entry.isFile()).map(keyOf),
    folders: async () => (await entries()).filter((entry) => entry.isDirectory()).map(keyOf),
    close: () => rm(root, { recursive: true, force: true }),
  }
}

export interface PhotoToSend {
  bytes: BodyInit
  clientKey?: string
  name?: string
  product?: string
  replaces?: string
}

/** Address and request of an upload. */
export function uploadOf(token: string | undefined, photo: PhotoToSend): [string, RequestInit] {
  const { clientKey = randomUUID(), name = 'IMG_0042.jpg', product, replaces, bytes } = photo
  const query = new URLSearchParams({ name, ...(product && { product }), ...(replaces && { replaces }) })
  const headers = token === undefined ? undefined : { Authorization: `Bearer ${token}` }
  return [`${PHOTO_UPLOAD_PATH}/${clientKey}?${query}`, { method: 'PUT', body: bytes, headers }]
}

export const sendPhoto = async (
  app: Injected,
  token: string | undefined,
  photo: PhotoToSend,
): Promise<Response> => app.request(...uploadOf(token, photo))

/** Outcome of a reply with a photo or a refusal: its state or its code. */
export async function outcomeOf(response: Response): Promise<string> {
  const reply = (await response.json()) as OwnPhoto | { error: { code: string } }
  return 'error' in reply ? reply.error.code : reply.state
}

/** Inserts a prepared photo without a listing or files; returns its id. */
export async function insertLoosePhoto(db: Database, sellerId: string): Promise<string> {
  const name = randomUUID()
  const { id } = await db
    .insertInto('photo_uploads')
    .values({
      seller_id: sellerId,
      client_key: name,
      file_name: 'IMG_0042.jpg',
      state: 'ready',
      image_url: `/photos/product-images/${name}/0123456789abcdef`,
      width: 1280,
      height: 960,
      thumbhash: '1QcSHQRnh493V4dIh4eXh1h4kJUI',
      dhash: 1n,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
