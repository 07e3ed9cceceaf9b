import { type Endpoint, needsSession, roleFor } from '#contract/endpoint.ts'
import { AppError } from '#server/platform/errors/app-error.ts'

/** The person who sends a request, according to their access token. */
export interface Viewer {
  id: string
  sessionId: string
}

export type Role = 'moderator' | 'administrator'

/** Reads an Authorization header; null if there is none, refused if it is no longer valid. */
export type Authenticate = (authorization: string | undefined) => Promise<Viewer | null>

export interface Identity {
  authenticate: Authenticate
  /**
   * Throws `not-found` unless the person has the role or a higher one, and `second-step-required` unless the session
   * passed a second step within an hour.
   */
  requireRole: (viewer: Viewer, role: Role) => Promise<void>
  /** Throws unless the session signed in or proved its identity a short time ago. */
  requireFreshProof: (viewer: Viewer) => Promise<void>
  /** Throws unless a code of the second factor was entered in the session a short time ago. */
  requireFreshSecondStep: (viewer: Viewer) => Promise<void>
}

async function findViewer(identity: Identity, endpoint: Endpoint, authorization: string | undefined) {
  const role = roleFor(endpoint)
  if (!role && !needsSession(endpoint)) return undefined
  const viewer = await identity.authenticate(authorization)
  // Endpoints of the staff do not exist for other people, signed in or not.
  if (!viewer) throw new AppError(role ? 'not-found' : 'authentication-required')
  if (role) await identity.requireRole(viewer, role)
  return viewer
}

/** Returns the caller of an endpoint, or undefined if everybody may call it. Throws if the caller may not. */
export async function requireCaller(
  identity: Identity,
  endpoint: Endpoint,
  authorization: string | undefined,
): Promise<Viewer | undefined> {
  const viewer = await findViewer(identity, endpoint, authorization)
  if (viewer && endpoint.freshProof)
    await (roleFor(endpoint) ? identity.requireFreshSecondStep(viewer) : identity.requireFreshProof(viewer))
  return viewer
}
