import { REPORTS_PER_PAGE } from '#contract/limits.ts'
import type { Report, ReportForm, Target } from '#contract/moderation/reports/reports.ts'
import type { Photo } from '#contract/products.ts'
import { findSharersAmong } from '#server/access-traces/service.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { lockPerson } from '#server/platform/db/lock-person.ts'
import { newestPage, parseNewestCursor } from '#server/platform/db/newest-page.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { assessCase } from './queries.ts'
import { listPictures } from './pictures.ts'
import * as queries from './report-queries.ts'
import { addedWeight, CASE_FROM_RISK, reportWeight } from './rules.ts'
import { recordSignal } from './signals.ts'

const REPORTS_PER_DAY = { attempts: 20, seconds: 24 * 60 * 60 }

const toReport = (row: Awaited<ReturnType<typeof queries.insertReport>>, pictures: Photo[] = []): Report => ({
  id: row.id,
  target: { kind: row.target_kind as Report['target']['kind'], id: row.target_id },
  title: row.title,
  reason: row.reason,
  createdAt: row.created_at,
  outcome: row.outcome as Report['outcome'],
  pictures,
})

/** Weight that the report adds to the risk of the case. */
async function weigh(
  tx: Database,
  { caseId, userId, form }: { caseId: string; userId: string; form: ReportForm },
): Promise<number> {
  const record = await queries.selectReporterRecord(tx, userId)
  const counted = await queries.sumCountedTogether(tx, {
    caseId,
    words: form.words,
    reporterId: userId,
    isStranger: record.isNew,
    sharers: await findSharersAmong(tx, userId, await queries.selectReporters(tx, caseId)),
  })
  return addedWeight(reportWeight(form.reason, record), counted)
}

interface Judging {
  guard: Pick<Context['guard'], 'get'>
}

/** Makes a reported message with words of a threat a case of danger, because many report one as an insult. */
async function flagThreat(
  { guard }: Judging,
  tx: Database,
  { target, subjectId }: { target: Target; subjectId: string },
): Promise<void> {
  if (target.kind !== 'message') return
  const { findThreat } = await guard.get()
  const words = findThreat(await queries.selectContent(tx, target.id))
  if (words !== null)
    await recordSignal(tx, { target, subjectId, reason: 'threatening-words', detail: { words: [words] } })
}

/**
 * Adds a report to the target's open case. No number of reports hides anything by itself. Throws not-found
 * for targets that the person cannot see or that are their own.
 */
export async function createReport(
  ctx: Pick<Context, 'db' | 'limiter'> & Judging,
  { userId, form }: { userId: string; form: ReportForm },
): Promise<Report> {
  const { target, reason, words } = form
  const known = await queries.selectReportBy(ctx.db, userId, target)
  if (known) return toReport(known)
  await ctx.limiter.take(`reports:${userId}`, REPORTS_PER_DAY)
  return ctx.db.transaction().execute(async (tx) => {
    // Reports of a person wait for each other, so that one sent twice is stored once.
    await lockPerson(tx, userId)
    const sent = await queries.selectReportBy(tx, userId, target)
    if (sent) return toReport(sent)
    const subjectId = await queries.selectSubject(tx, target, userId)
    if (subjectId === undefined) throw new AppError('not-found')
    const caseId = await queries.openCase(tx, target, subjectId)
    const weight = await weigh(tx, { caseId, userId, form })
    const row = await queries.insertReport(tx, { caseId, reporterId: userId, target, reason, words, weight })
    await assessCase(tx, { target, subjectId, openFrom: CASE_FROM_RISK })
    await flagThreat(ctx, tx, { target, subjectId })
    return toReport(row)
  })
}

/** Lists the person's reports, newest first. */
export async function listReports(
  { db, signer }: Pick<Context, 'db' | 'signer'>,
  { userId, cursor }: { userId: string; cursor: string | undefined },
) {
  const rows = await queries.selectReports(db, userId, parseNewestCursor(cursor), REPORTS_PER_PAGE + 1)
  const picturesOf = await listPictures(
    { db, signer },
    rows.map((row) => row.id),
  )
  return newestPage(rows, REPORTS_PER_PAGE, (row) => toReport(row, picturesOf(row.id)))
}
