import { StorageError } from '#server/platform/errors/storage-error.ts'

export interface StoredFile {
  /** Read it to the end or cancel it, unless there are `bytes`, because it may keep a file open. */
  stream: ReadableStream<Uint8Array>
  /** The whole content, if it is in memory. */
  bytes?: Uint8Array<ArrayBuffer>
  /** Size in bytes. */
  size: number
  contentType: string
}

/** Content as a whole, or in pieces if it is too large for memory. */
export type Content = Uint8Array | AsyncIterable<Uint8Array>

/**
 * A store of files on a disk or in a bucket. Keys look like `folder/name-640.avif`. Failures are a `StorageError`.
 */
export interface Storage {
  /** Stores or replaces a file; a reader sees the old file or the new one, never a part. */
  put(key: string, content: Content, contentType: string): Promise<void>
  read(key: string): Promise<StoredFile | null>
  /** Removes a file. A missing file is not an error. */
  remove(key: string): Promise<void>
  /**
   * Fails if `put` would fail, as far as that is known without writing: a disk by its permissions and free space, a
   * bucket by a read and by its last `put`.
   */
  check?(): Promise<void>
  /** Removes files of processes that died during `put`; undefined if none can exist. */
  removeAbandoned?(): Promise<void>
}

/** A storage whose keys can be listed. */
export interface ListingStorage extends Storage {
  /** Sorted keys below a folder; '' lists all. */
  list(folder: string): AsyncIterable<string>
}

const KEY_MAX = 300
// Every part begins with a letter or digit, so that '..', hidden files and empty parts are impossible.
const KEY = /^[a-z0-9][a-z0-9._-]*(?:\/[a-z0-9][a-z0-9._-]*)*$/

export const isStorageKey = (key: string): boolean =>
  key.length <= KEY_MAX && KEY.test(key) && !key.includes('..')

export function requireStorageKey(key: string): void {
  if (!isStorageKey(key)) throw new StorageError('invalid-key', `Not a storage key: ${JSON.stringify(key)}`)
}
