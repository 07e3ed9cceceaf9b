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
  takeNote,
} from './staff-limits.ts'

/** Time for which a code of the second factor gives a session access to the calls for staff. */
const SECOND_STEP_SECONDS = 60 * 60

/**
 * Throws `not-found`, as if the call did not exist, without the role or without two-factor. Throws
 * `second-step-required` if the session has entered no code of the second factor within the hour.
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

/** Records an act for administrators in a row that nobody can change. */
export async function recordAct(db: Database, act: queries.Act): Promise<void> {
  await queries.insertAct(db, act)
}

export const listStaffIds = (db: Database): Promise<string[]> => queries.selectStaffIds(db)

/** Returns the person's role; without two-factor a role gives no access. */
export async function getOwnRole({ db }: Pick<Context, 'db'>, { userId }: { userId: string }) {
  const row = await queries.selectOwnRole(db, userId)
  return {
    role: (row?.role ?? null) as 'moderator' | 'administrator' | null,
    hasTwoFactor: row?.has_two_factor ?? false,
  }
}

/** A moderator counts as present for this many minutes after their last call. */
const PRESENT_MINUTES = 10

export const isStaffPresent = (db: Database): Promise<boolean> =>
  queries.selectIsStaffPresent(db, PRESENT_MINUTES)
