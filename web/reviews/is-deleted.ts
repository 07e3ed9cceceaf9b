import { ApiError } from '#web/platform/api/client.ts'

/** A review that was already deleted elsewhere counts as deleted. */
export async function isDeleted(deleting: Promise<unknown>): Promise<boolean> {
  try {
    await deleting
    return true
  } catch (error) {
    return error instanceof ApiError && error.code === 'review-not-found'
  }
}
