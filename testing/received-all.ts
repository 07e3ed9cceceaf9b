import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'
import type { Listener } from '#server/platform/db/listener.ts'

/**
 * Resolves once this process has received every notice committed before: PostgreSQL delivers them in the
 * order of their commits, so a new one arrives last.
 */
export async function receivedAll({ listener, db }: { listener: Listener; db: Database }): Promise<void> {
  const channel = `received_all_${randomUUID()}`
  const received = new Promise<string>((resolve) => listener.on(channel, resolve))
  await new Promise<void>((resolve) => listener.onListening(resolve))
  await sql`select pg_notify(${channel}, '')`.execute(db)
  await received
}
