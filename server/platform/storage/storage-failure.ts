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
  // Its folder is gone, as when the disk is not mounted.
  ENOENT: 'unwritable',
  EIO: 'unreachable',
  ESTALE: 'unreachable',
  ENOTCONN: 'unreachable',
  ETIMEDOUT: 'unreachable',
  EMFILE: 'unreachable',
  ENFILE: 'unreachable',
}

/** Runs work on files, and throws a `StorageError` for what an operator can mend; other errors pass as they are. */
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

/** Null for a file that is not there. */
export async function unlessMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    // ENOTDIR: a part of the path is a file, so what lies below it does not exist.
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw error
  }
}
