import { StorageError, type StorageFailure } from '#server/platform/errors/storage-error.ts'

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
  // The folder is missing, for example because its disk is not mounted.
  ENOENT: 'unwritable',
  EIO: 'unreachable',
  ESTALE: 'unreachable',
  ENOTCONN: 'unreachable',
  ETIMEDOUT: 'unreachable',
  EMFILE: 'unreachable',
  ENFILE: 'unreachable',
}

/**
 * Runs work on files, and turns errors that an operator can solve into a `StorageError`; other errors stay as they
 * are.
 */
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
