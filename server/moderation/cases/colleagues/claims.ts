import type { DeskActivity } from '#contract/moderation/cases/colleagues.ts'
import type { Context } from '#server/context.ts'
import { readerOf } from '#server/moderation/cases/cases.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import * as queries from './queries.ts'

type Db = Pick<Context, 'db'>

interface OneCase {
  caseId: string
  moderatorId: string
}

/** Throws not-found for cases that the moderator may not see. */
export async function requireCase(db: Database, { caseId, moderatorId }: OneCase) {
  const found = await queries.selectCaseHead(db, { id: caseId, reader: await readerOf(db, moderatorId) })
  if (!found) throw new AppError('not-found')
  return found
}

/** Shows colleagues that the moderator looks at the case while it is open. Throws not-found. */
export async function claimCase({ db }: Db, claim: OneCase): Promise<void> {
  await requireCase(db, claim)
  await queries.upsertClaim(db, claim)
}

export async function leaveCase({ db }: Db, claim: OneCase): Promise<void> {
  await queries.deleteClaim(db, claim)
}

interface MovedRow {
  case_id: string
  moderator_id: string
  name: string | null
}

const toMoved = ({ case_id, moderator_id, name }: MovedRow) => ({
  caseId: case_id,
  moderator: { id: moderator_id, name: name ?? 'Unknown' },
})

/** Cases that colleagues look at or decided lately, of those that the moderator may see. */
export async function listDeskActivity(
  { db }: Db,
  { moderatorId }: { moderatorId: string },
): Promise<DeskActivity> {
  const reader = await readerOf(db, moderatorId)
  const [looking, decided] = await Promise.all([
    queries.selectLooking(db, reader),
    queries.selectDecided(db, reader),
  ])
  return {
    looking: looking.map(toMoved),
    decided: decided.map((row) => ({ ...toMoved(row), action: row.action })),
  }
}
