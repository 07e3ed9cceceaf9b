import { parseReportedAddress, type OutsideReportForm } from '#contract/moderation/reports/outside-reports.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { takeNamed } from '#server/platform/http/limits/named-limit.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { OUTSIDE_OUTCOME, OUTSIDE_RECEIPT } from './outside-report-mails.ts'
import * as outside from './outside-report-queries.ts'
import { assessCase } from './queries.ts'
import { openCase, sumCountedTogether } from './report-queries.ts'
import { addedWeight, CASE_FROM_RISK, outsideWeight } from './rules.ts'

const BY_MAILBOX = { limit: { attempts: 10, seconds: 24 * 60 * 60 }, perNetwork: 5 }
/** A flood from many networks must not bury the reports of people with an account. */
const ON_SITE = { limit: { attempts: 100, seconds: 60 * 60 }, perNetwork: 10 }

const notFound = () =>
  new AppError('invalid-input', {
    fields: [{ field: 'address', message: 'We cannot find a listing or a seller at this address' }],
  })

/**
 * Adds a report of somebody without an account to the target's open case. The same report sent again is
 * stored and confirmed once. `address` is the sender's network address. Throws too-many-requests, and
 * invalid-input if the target is not public.
 */
export async function createOutsideReport(
  { db, jobs, limiter, personHashes }: Pick<Context, 'db' | 'jobs' | 'limiter' | 'personHashes'>,
  { form, address }: { form: OutsideReportForm; address: string },
): Promise<void> {
  if (await outside.selectIsSent(db, form.clientKey)) return
  const target = parseReportedAddress(form.address)
  if (!target) throw notFound()
  if ((await outside.selectPublicSubject(db, target)) === undefined) throw notFound()
  const subject = personHashes.keyOf(form.email)
  await takeNamed(limiter.take, { name: 'outside-reports-by', subject, address, ...BY_MAILBOX })
  await takeNamed(limiter.take, { name: 'outside-reports', subject: 'site', address, ...ON_SITE })
  await db.transaction().execute(async (tx) => {
    const subjectId = await outside.selectPublicSubject(tx, target)
    if (subjectId === undefined) throw notFound()
    // The lock of the case makes a report that is sent twice at once wait for itself.
    const caseId = await openCase(tx, target, subjectId)
    if (await outside.selectIsSent(tx, form.clientKey)) return
    const stranger = { caseId, words: form.words, reporterId: null, isStranger: true, sharers: [] }
    const weight = addedWeight(outsideWeight(form.reason), await sumCountedTogether(tx, stranger))
    const mailbox = personHashes.hashOf(form.email)
    const id = await outside.insertOutsideReport(tx, { caseId, target, weight, mailbox, form })
    await assessCase(tx, { target, subjectId, openFrom: CASE_FROM_RISK })
    await jobs.enqueue(tx, OUTSIDE_RECEIPT, { id })
  })
}

/** Runs in the transaction that makes the decision final: mails the outcome to people who reported without an account. */
export async function enqueueOutsideOutcomes(
  { jobs }: Pick<Context, 'jobs'>,
  tx: Database,
  caseId: string,
): Promise<void> {
  for (const id of await outside.selectOutsideIds(tx, caseId)) await jobs.enqueue(tx, OUTSIDE_OUTCOME, { id })
}

/** Runs in the transaction that deletes the owner of an address: their reports count without them. */
export const forgetOutsideReporter = (tx: Database, { email }: { email: string }): Promise<void> =>
  outside.deleteOutsideReporter(tx, email)
