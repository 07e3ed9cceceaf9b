import type { Database } from './connect.ts'

/**
 * Locks a person, so that only one transaction at a time changes or counts their rows. Other transactions can still
 * add rows that refer to the person. Take this lock before any lock on the person's rows, to avoid deadlocks. Returns
 * false if the person does not exist.
 */
export async function lockPerson(tx: Database, personId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('profiles')
    .select('id')
    .where('id', '=', personId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}
