import type { Context, MiddlewareHandler } from 'hono'
import { AppError } from '#server/platform/errors/app-error.ts'

/** The person who sends a request, as their access token says. */
export interface Viewer {
  id: string
  sessionId: string
}

export type Role = 'moderator' | 'administrator'

/** Reads an Authorization header; null where there is none, refused where it is no longer good. */
export type Authenticate = (authorization: string | undefined) => Promise<Viewer | null>

export interface Identity {
  authenticate: Authenticate
  /** Refused with `not-found` unless the person has the role, or one above it. */
  requireRole: (viewer: Viewer, role: Role) => Promise<void>
  /** Refused unless the session signed in, or proved who it is, a short time ago. */
  requireFreshProof: (viewer: Viewer) => Promise<void>
}

/** Lets handlers read who the viewer is. */
export const identify =
  (identity: Identity): MiddlewareHandler =>
  (c, next) => {
    c.set('identity', identity)
    return next()
  }

const identityOf = (c: Context) => c.get('identity') as Identity | undefined

async function viewerOf(c: Context): Promise<Viewer | null> {
  return (await identityOf(c)?.authenticate(c.req.header('authorization'))) ?? null
}

export async function requireViewer(c: Context): Promise<Viewer> {
  const viewer = await viewerOf(c)
  if (!viewer) throw new AppError('authentication-required')
  return viewer
}

/** For calls that do not exist for others, be they signed in or not. */
export async function requireStaff(c: Context, role: Role): Promise<Viewer> {
  const viewer = await viewerOf(c)
  if (!viewer) throw new AppError('not-found')
  await identityOf(c)?.requireRole(viewer, role)
  return viewer
}

/** For what a stolen access token must not do. */
export async function requireFreshProof(c: Context, viewer: Viewer): Promise<void> {
  const identity = identityOf(c)
  if (!identity) throw new AppError('reauthentication-required')
  await identity.requireFreshProof(viewer)
}
