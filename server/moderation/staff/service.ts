import type { Context } from '#server/context.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { Role, Viewer } from '#server/platform/http/viewer.ts'
import * as queries from './queries.ts'

export { findBar, requireStranger } from './impartiality.ts'
export {
  countDecision,
  recordCaseLook,
  recordListingSearch,
  recordLookUp,
  recordMailLook,
  recordSearch,
} from './staff-limits.ts'

/** For so long a code of the second factor opens the calls of staff to a session. */
const SECOND_STEP_SECONDS = 60 * 60

/**
 * Refused with `not-found`, as if the call did not exist: without the role, and without two-factor. Refused with
 * `second-step-required`: a session that entered no code of the second factor within the hour.
 */
export async function requireRole(
  { db }: Pick<Context, 'db'>,
  { viewer, role }: { viewer: Viewer; role: Role },
): Promise<void> {
  const staff = await queries.selectRole(db, viewer, SECOND_STEP_SECONDS)
  if (!staff || (role === 'administrator' && staff.role !== 'administrator')) throw new AppError('not-found')
  if (!staff.has_second_step) throw new AppError('second-step-required')
  await queries.touchStaff(db, viewer.id)
}

/** A row for administrators that nobody can change. */
export async function recordAct(db: Database, act: queries.Act): Promise<void> {
  await queries.insertAct(db, act)
}

/** Whether the person moderates; without two-factor a role opens nothing. */
export async function getOwnRole({ db }: Pick<Context, 'db'>, { userId }: { userId: string }) {
  const row = await queries.selectOwnRole(db, userId)
  return {
    role: (row?.role ?? null) as 'moderator' | 'administrator' | null,
    hasTwoFactor: row?.has_two_factor ?? false,
  }
}

/** For so long after their last call a moderator counts as being there. */
const PRESENT_MINUTES = 10

export const isStaffPresent = (db: Database): Promise<boolean> =>
  queries.selectIsStaffPresent(db, PRESENT_MINUTES)
