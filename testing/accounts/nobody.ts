import { AppError } from '#server/platform/errors/app-error.ts'
import type { Identity } from '#server/platform/http/viewer.ts'

const refuse = () => Promise.reject(new AppError('not-found'))

/** Identity that recognises nobody. */
export const NOBODY: Identity = {
  authenticate: async () => null,
  requireRole: refuse,
  requireFreshProof: refuse,
  requireFreshSecondStep: refuse,
}
