import { sql } from 'kysely'
import type { OutsideReportForm } from '#contract/moderation/reports/outside-reports.ts'
import type { Target } from '#contract/moderation/reports/reports.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { isPublic } from '#server/products/visibility.ts'

export const selectIsSent = async (db: Database, clientKey: string): Promise<boolean> =>
  (await db
    .selectFrom('outside_reporters')
    .select('report_id')
    .where('client_key', '=', clientKey)
    .executeTakeFirst()) !== undefined

/** The person responsible for something that everybody can see; otherwise undefined. */
export async function selectPublicSubject(db: Database, { kind, id }: Target): Promise<string | undefined> {
  const { rows } = await (
    kind === 'product'
      ? sql<{ id: string }>`select p.seller_id as id from products p where p.id = ${id} and ${isPublic}`
      : sql<{ id: string }>`select id from profiles where id = ${id}`
  ).execute(db)
  return rows[0]?.id
}

interface NewReport {
  caseId: string
  target: Target
  weight: number
  mailbox: Buffer
  form: OutsideReportForm
}

/** Returns the report's id. */
export async function insertOutsideReport(
  tx: Database,
  { caseId, target, weight, mailbox, form }: NewReport,
): Promise<string> {
  const { id } = await tx
    .insertInto('reports')
    .values({
      case_id: caseId,
      reporter_id: null,
      target_kind: target.kind,
      target_id: target.id,
      reason: form.reason,
      words: form.words,
      weight,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('outside_reporters')
    .values({
      report_id: id,
      client_key: form.clientKey,
      role: form.role,
      name: form.name,
      email: form.email,
      mailbox_hash: mailbox,
    })
    .execute()
  return id
}

/** Returns undefined if the report was deleted in the meantime. */
export const selectOutsideReport = (db: Database, id: string) =>
  db
    .selectFrom('outside_reporters as o')
    .innerJoin('reports as r', 'r.id', 'o.report_id')
    .select(['r.id', 'r.outcome', 'o.email'])
    .where('r.id', '=', id)
    .executeTakeFirst()

/** Ids of decided reports of a case that were sent without an account. */
export const selectOutsideIds = async (tx: Database, caseId: string): Promise<string[]> =>
  (
    await tx
      .selectFrom('outside_reporters as o')
      .innerJoin('reports as r', 'r.id', 'o.report_id')
      .select('r.id')
      .where('r.case_id', '=', caseId)
      .where('r.outcome', 'is not', null)
      .execute()
  ).map(({ id }) => id)

/** Deletes a reporter's name and address, and the words of their decided reports; the reports still count. */
export async function deleteOutsideReporter(tx: Database, email: string): Promise<void> {
  await sql`
    with deleted as (delete from outside_reporters where email = ${email} returning report_id)
    update reports set words = '' from deleted where id = report_id and outcome is not null`.execute(tx)
}
