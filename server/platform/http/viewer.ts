import { type Endpoint, needsSession, roleFor } from '#contract/endpoint.ts'
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
  /**
   * Refused with `not-found` unless the person has the role, or one above it, and with `second-step-required` unless the
   * session passed a second step within an hour.
   */
  requireRole: (viewer: Viewer, role: Role) => Promise<void>
  /** Refused unless the session signed in, or proved who it is, a short time ago. */
  requireFreshProof: (viewer: Viewer) => Promise<void>
  /** Refused unless a code of the second factor was entered in the session a short time ago. */
  requireFreshSecondStep: (viewer: Viewer) => Promise<void>
}

async function findViewer(identity: Identity, endpoint: Endpoint, authorization: string | undefined) {
  const role = roleFor(endpoint)
  if (!role && !needsSession(endpoint)) return undefined
  const viewer = await identity.authenticate(authorization)
  // What is for the staff alone does not exist for others, be they signed in or not.
  if (!viewer) throw new AppError(role ? 'not-found' : 'authentication-required')
  if (role) await identity.requireRole(viewer, role)
  return viewer
}

/** Who calls an endpoint, undefined where anybody may; refused unless they may. */
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
