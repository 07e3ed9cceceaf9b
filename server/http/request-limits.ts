import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { AppError } from '#server/app-error.ts'

const BODY_BYTES = 64 * 1024
/** All filters at their longest, percent-encoded, stay below this. */
const URL_CHARACTERS = 4096

const limitBody = bodyLimit({
  maxSize: BODY_BYTES,
  onError: () => {
    throw new AppError('body-too-large')
  },
})

/**
 * Bodies and addresses beyond what any endpoint takes are refused before they are read. `uploads` are the paths
 * where `PUT` takes a file: those count the bytes themselves (see upload.ts).
 */
export const requestLimits =
  ({ uploads }: { uploads: readonly RegExp[] }): MiddlewareHandler =>
  async (c, next) => {
    if (c.req.url.length > URL_CHARACTERS) throw new AppError('body-too-large')
    const isUpload = c.req.method === 'PUT' && uploads.some((path) => path.test(c.req.path))
    return isUpload ? next() : limitBody(c, next)
  }
