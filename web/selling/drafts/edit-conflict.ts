import { ApiError } from '#web/platform/api/client.ts'

/** Whether the server's listing has other words than these: the seller decides which ones stay. */
export const isEditConflict = (error: unknown): error is ApiError =>
  error instanceof ApiError && ['edited-elsewhere', 'already-published'].includes(error.code)
