import { CASES_PER_PAGE } from '#contract/limits.ts'
import type {
  AuditLine,
  ListingLine,
  ModeratedPerson,
  PersonLine,
} from '#contract/moderation/cases/people.ts'
import type { Context } from '#server/context.ts'
import { recordAct, requireStranger } from '#server/moderation/staff/service.ts'
import { newestPage, parseNewestCursor } from '#server/platform/db/newest-page.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { getSubject, readerOf } from './cases.ts'
import { toDecisionLine } from './deciding.ts'
import { selectDecisions, selectIsStaff } from './decision-queries.ts'
import { findPersonScene } from '#server/moderation/cases/evidence/scenes.ts'
import { addActNotes } from '#server/moderation/cases/notes/note-writer.ts'
import * as queries from './person-queries.ts'

const FOUND_MAX = 30
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
/** Stored as '+233241234567'. */
const GHANAIAN = /^0(\d{9})$/

type Db = Pick<Context, 'db'>

const idIn = (q: string) => (UUID.test(q) ? q : null)

function phoneIn(q: string): string | null {
  const digits = q.replaceAll(/[\s()-]/g, '')
  if (/^\+\d{7,15}$/.test(digits)) return digits
  const local = GHANAIAN.exec(digits)?.[1]
  return local ? `+233${local}` : null
}

export async function findPeople({ db }: Db, { q }: { q: string }): Promise<PersonLine[]> {
  const rows = await queries.selectPeople(db, { q, phone: phoneIn(q), id: idIn(q), limit: FOUND_MAX })
  return rows.map(({ sanction, until, ...row }) => ({
    ...row,
    sanction: sanction && { kind: sanction, until },
  }))
}

/** Throws not-found, also for the moderator's own and deleted accounts. */
export async function getModeratedPerson(
  { db }: Db,
  asked: { id: string; moderatorId: string },
): Promise<ModeratedPerson> {
  const { id, moderatorId } = asked
  const subject = await getSubject({ db }, asked)
  const reader = await readerOf(db, moderatorId)
  const isOther = subject.bar === null && (reader.isAdministrator || !(await selectIsStaff(db, id)))
  return { ...subject, profile: isOther ? await findPersonScene(db, { personId: id, reader }) : null }
}

export async function findListings({ db }: Db, { q }: { q: string }): Promise<ListingLine[]> {
  const rows = await queries.selectListings(db, { q, id: idIn(q), limit: FOUND_MAX })
  return rows.map(({ sellerId, sellerName, ...row }) => ({
    ...row,
    seller: { id: sellerId, name: sellerName },
  }))
}

/** Lists decisions, newest first. */
export async function listDecisions({ db }: Db, { cursor }: { cursor: string | undefined }) {
  const after = parseNewestCursor(cursor)
  const rows = await selectDecisions(db, { after, limit: CASES_PER_PAGE + 1 })
  return newestPage(rows, CASES_PER_PAGE, toDecisionLine)
}

/** Lists acts of staff, newest first. */
export async function listAudit(
  { db, site }: Pick<Context, 'db' | 'site'>,
  { cursor }: { cursor: string | undefined },
) {
  const rows = await queries.selectAudit(db, parseNewestCursor(cursor), CASES_PER_PAGE + 1)
  const told = await addActNotes({ db, site }, rows)
  return newestPage(told, CASES_PER_PAGE, (row): AuditLine => ({
    id: row.id,
    actor: row.actor_id === null ? null : { id: row.actor_id, name: row.actor_name ?? 'Unknown' },
    action: row.action,
    targetKind: row.target_kind,
    targetId: row.target_id,
    note: row.note,
    createdAt: row.created_at,
  }))
}

interface RoleChange {
  /** Null for the operator at a shell. */
  actorId: string | null
  personId: string
  role: 'moderator' | 'administrator' | null
}

/**
 * Throws own-role, so that one administrator always remains; own-case for a person to whom they have ties;
 * not-found for a person without an account.
 */
export async function setRole({ db }: Db, { actorId, personId, role }: RoleChange): Promise<void> {
  if (actorId === personId) throw new AppError('own-role')
  await db.transaction().execute(async (tx) => {
    // If two administrators take the role from each other, one of them remains.
    if (actorId !== null && (await queries.lockRoles(tx, actorId)) !== 'administrator')
      throw new AppError('not-found')
    if (!(await queries.selectAccountExists(tx, personId))) throw new AppError('not-found')
    if (actorId !== null) await requireStranger(tx, { moderatorId: actorId, subjectId: personId })
    const before = (await queries.selectRoleOf(tx, personId))?.role ?? null
    if (role === null) await queries.deleteRole(tx, personId)
    else await queries.upsertRole(tx, personId, role)
    const target = { kind: 'person', id: personId }
    await recordAct(tx, { actorId, action: 'changed-role', target, detail: { before, role } })
  })
}

/** Figures of the last twelve months, newest first. */
export async function getTransparency({ db, site }: Pick<Context, 'db' | 'site'>) {
  const rows = await queries.selectMonths(db, site.timeZone)
  return {
    months: rows.map(({ median_hours, appeals_upheld, ...row }) => ({
      ...row,
      medianHours: median_hours,
      appealsUpheld: appeals_upheld,
    })),
  }
}
