import { StorageError, type StorageFailure } from './storage.ts'

const REASONS: Record<string, StorageFailure> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EFBIG: 'full',
  EACCES: 'unwritable',
  EPERM: 'unwritable',
  EROFS: 'unwritable',
  ENOTDIR: 'unwritable',
  EEXIST: 'unwritable',
  EISDIR: 'unwritable',
}

/** Runs work that writes, and tells by a `StorageError` what an operator can mend; other errors pass as they are. */
export async function withStorageErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const reason = code === undefined ? undefined : REASONS[code]
    if (!reason) throw error
    throw new StorageError(reason, message, { cause: error })
  }
}
