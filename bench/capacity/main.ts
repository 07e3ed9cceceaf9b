import { connect } from '#server/platform/db/connect.ts'
import { startOwnPostgres } from '#testing/scale/own-postgres.ts'
import { trialTable, tryPartitions } from './partition-trial.ts'
import { crossingTable, findCrossings } from './shards.ts'
import { capacityTable, costTable } from './table.ts'

/** The tables of docs/scaling.md, and each rule of the schema that parting it over several nodes would break. */
export async function printCapacity(): Promise<void> {
  const postgres = await startOwnPostgres()
  const db = connect(postgres.directUrl, { connections: 1 })
  try {
    const trials = await tryPartitions(db)
    const { all, crossings } = await findCrossings(db)
    const tables = [
      costTable(),
      capacityTable(),
      trialTable(trials, 'messages'),
      trialTable(trials, 'notifications'),
    ]
    for (const table of [...tables, crossingTable(crossings)]) console.log(`${table}\n`)
    console.log(`${crossings.length} of ${all} unique indexes and foreign keys cross`)
    for (const { table, what, why } of crossings) console.log(`${table}: ${what}: ${why}`)
  } finally {
    await db.destroy()
    await postgres.close()
  }
}
