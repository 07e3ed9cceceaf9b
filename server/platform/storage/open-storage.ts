import { join } from 'node:path'
import { openDiskStorage } from './disk-storage.ts'
import { openS3Storage } from './s3-storage.ts'
import { StorageError } from '#server/platform/errors/storage-error.ts'
import type { ListingStorage } from './storage.ts'
import { BootError } from '#server/platform/process/boot-error.ts'
import type { StorageConfig } from '#server/config/s3-config.ts'

/**
 * Opens the storage of the settings, on the disk or in a bucket. Throws a BootError that says why it cannot be used.
 */
export async function openStorage(storage: StorageConfig, dataDir: string): Promise<ListingStorage> {
  try {
    return storage.kind === 's3'
      ? await openS3Storage(storage)
      : await openDiskStorage(join(dataDir, 'photos'))
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    throw new BootError(adviceOf(storage, error))
  }
}

function adviceOf(storage: StorageConfig, { message }: StorageError): string {
  return storage.kind === 'disk'
    ? `DATA_DIR: ${message}. Set DATA_DIR to a writable folder with free space.`
    : `S3_ENDPOINT: ${message}. Correct the S3_ settings, or let the key list, read, write and delete in the bucket.`
}
