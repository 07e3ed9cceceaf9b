import { capacityTable, costTable } from './table.ts'

/** Prints the tables of docs/scaling.md. */
export function printCapacity(): void {
  for (const table of [costTable(), capacityTable()]) console.log(`${table}\n`)
}
