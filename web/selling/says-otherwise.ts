import { ApiError } from '#web/api/client.ts'

/** Whether the server's listing has other words than these: the seller decides which ones stay. */
export const saysOtherwise = (error: unknown): error is ApiError =>
  error instanceof ApiError && ['edited-elsewhere', 'already-published'].includes(error.code)
