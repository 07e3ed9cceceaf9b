import { sql } from 'kysely'
import type { Bar } from '#contract/moderation/staff/staff.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { AppError } from '#server/platform/errors/app-error.ts'

interface Involved {
  moderatorId: string
  subjectId: string
}

/** The reason why a staff member may not decide about a person; null for strangers. */
export async function findBar(
  db: Database,
  { moderatorId, subjectId }: Involved,
): Promise<Bar | 'own-account' | null> {
  const { rows } = await sql<{ bar: Bar | 'own-account' | null }>`
    select bar_between(${moderatorId}, ${subjectId}) as bar`.execute(db)
  return rows[0]?.bar ?? null
}

/** Throws own-case. */
export async function requireStranger(db: Database, involved: Involved): Promise<void> {
  if ((await findBar(db, involved)) !== null) throw new AppError('own-case')
}
