export type StorageFailure = 'invalid-key' | 'full' | 'unwritable' | 'unreachable'

export class StorageError extends Error {
  readonly reason: StorageFailure

  constructor(reason: StorageFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StorageError'
    this.reason = reason
  }
}
