import type { Speed } from '#bench/load/load.ts'

export interface Row {
  name: string
  speed?: Speed
  /** Result of pgbench with the same SQL, or of a server that does nothing else. */
  raw?: Speed
  /** The number compared with the goal; `unit` describes it, e.g. 'of raw SQL'. */
  figure: number
  unit: string
  /** Its goal is one of these. */
  atLeast?: number
  atMost?: number
}

/** Rows for the rate and the slow percentile of replies. */
export const p99Row = (name: string, speed: Speed, atMost: number): Row => ({
  name,
  speed,
  figure: speed.p99,
  unit: 'ms p99',
  atMost,
})

const isReached = ({ figure, atLeast = -Infinity, atMost = Infinity }: Row) =>
  figure >= atLeast && figure <= atMost
const short = (value: number) => (value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2))

function cells(row: Row): string[] {
  const { speed, raw } = row
  return [
    row.name,
    speed ? short(speed.perSecond) : '',
    speed ? short(speed.p50) : '',
    speed ? short(speed.p99) : '',
    raw ? short(raw.perSecond) : '',
    `${short(row.figure)} ${row.unit}`,
    row.atMost === undefined ? `≥ ${short(row.atLeast ?? 0)}` : `≤ ${short(row.atMost)}`,
    isReached(row) ? 'yes' : 'NO',
  ]
}

export function printReport(rows: Row[]): void {
  const table = [['', 'ops/s', 'p50 ms', 'p99 ms', 'bare/s', 'figure', 'goal', 'reached'], ...rows.map(cells)]
  const widths =
    table[0]?.map((_, column) => Math.max(...table.map((line) => line[column]?.length ?? 0))) ?? []
  for (const line of table) {
    console.log(
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
  }
}
