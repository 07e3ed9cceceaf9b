import { StorageError } from '#server/platform/errors/storage-error.ts'

export interface StoredFile {
  /** Read it to the end or cancel it, unless there are `bytes`: it may hold an open file. */
  stream: ReadableStream<Uint8Array>
  /** All of it, where it is in memory. */
  bytes?: Uint8Array<ArrayBuffer>
  /** Bytes. */
  size: number
  contentType: string
}

/** Whole, or piece by piece for what is too large to hold. */
export type Content = Uint8Array | AsyncIterable<Uint8Array>

/** Where files live, whatever keeps them. Keys look like `folder/name-640.avif`. Failures are a `StorageError`. */
export interface Storage {
  /** Replaces what the key held; a reader sees the old file or the new one, never a part. */
  put(key: string, content: Content, contentType: string): Promise<void>
  read(key: string): Promise<StoredFile | null>
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>
  /** Fails as `put` would, as far as that can be known without writing: a disk by its rights and room, a bucket by reading and by its last `put`. */
  check?(): Promise<void>
  /** Removes what processes that died in the middle of `put` left, where such a thing can be. */
  removeAbandoned?(): Promise<void>
}

/** One whose keys can be counted up. */
export interface ListingStorage extends Storage {
  /** Keys below a folder, '' for all, in the order of their characters. */
  list(folder: string): AsyncIterable<string>
}

const KEY_MAX = 300
// Every part begins with a letter or digit, so '..', hidden files and empty parts cannot be written at all.
const KEY = /^[a-z0-9][a-z0-9._-]*(?:\/[a-z0-9][a-z0-9._-]*)*$/

export const isStorageKey = (key: string): boolean =>
  key.length <= KEY_MAX && KEY.test(key) && !key.includes('..')

export function requireStorageKey(key: string): void {
  if (!isStorageKey(key)) throw new StorageError('invalid-key', `Not a storage key: ${JSON.stringify(key)}`)
}
