import type { Context, MiddlewareHandler } from 'hono'
import { AppError } from '#server/app-error.ts'

/** The person who asks, as their access token says. */
export interface Viewer {
  id: string
  sessionId: string
}

/** Reads an Authorization header; null where there is none, refused where it is no longer good. */
export type Authenticate = (authorization: string | undefined) => Promise<Viewer | null>

/** Lets handlers ask who the viewer is. */
export const identify =
  (authenticate: Authenticate): MiddlewareHandler =>
  (c, next) => {
    c.set('authenticate', authenticate)
    return next()
  }

async function viewerOf(c: Context): Promise<Viewer | null> {
  const authenticate = c.get('authenticate') as Authenticate | undefined
  return authenticate ? authenticate(c.req.header('authorization')) : null
}

export async function requireViewer(c: Context): Promise<Viewer> {
  const viewer = await viewerOf(c)
  if (!viewer) throw new AppError('authentication-required')
  return viewer
}
