import type { Database } from './connect.ts'

/**
 * What of a person is changed or counted by one at a time. It stands in nobody's way who adds rows that refer to them.
 * Taken before any lock on what belongs to the person, so that none waits for another in a circle. False when the person
 * is gone.
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
