import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Row } from './report.ts'

/** Beside what is built, since figures of one machine say nothing of another. */
const fileOf = ({ clients, seconds }: Load) =>
  join(import.meta.dirname, `../.cache/bench-figures-${clients}x${seconds}.json`)
const RUNS = 6
/** By so much do two runs on a quiet machine differ. */
const NOISE = 0.15

/** What may be chosen; only figures of the same load compare. */
interface Load {
  clients: number
  seconds: number
}

/** Of each row the figures of the last runs, the newest last. */
type Figures = Record<string, number[]>

/** Without what differs from one run to the next. */
const keyOf = ({ name, unit }: Row) =>
  `${name.replace(/(:| \(|, process ).*/, '')}, ${unit.replace(/\(.*\)/, '').trim()}`
const short = (value: number) => Number(value.toPrecision(3)).toLocaleString('en')

export function readEarlier(load: Load): Figures {
  try {
    return JSON.parse(readFileSync(fileOf(load), 'utf8')) as Figures
  } catch {
    return {}
  }
}

export function saveFigures(rows: Row[], earlier: Figures, load: Load): void {
  const figures = { ...earlier }
  for (const row of rows) figures[keyOf(row)] = [...(earlier[keyOf(row)] ?? []), row.figure].slice(-RUNS)
  mkdirSync(dirname(fileOf(load)), { recursive: true })
  writeFileSync(fileOf(load), JSON.stringify(figures, null, 2))
}

/** A line for each figure that lies further from all earlier ones than two runs of the same code do. */
export const movedFigures = (rows: Row[], earlier: Figures): string[] =>
  rows.flatMap((row) => {
    const before = earlier[keyOf(row)] ?? []
    const lowest = Math.min(...before)
    const highest = Math.max(...before)
    const isLower = row.figure < lowest * (1 - NOISE)
    if (before.length === 0 || !(isLower || row.figure > highest * (1 + NOISE))) return []
    const range = lowest === highest ? short(lowest) : `${short(lowest)} to ${short(highest)}`
    const verdict = isLower === (row.atMost ?? false) ? 'better' : 'WORSE'
    return [`${verdict}: ${keyOf(row)}: ${short(row.figure)}, before ${range}`]
  })
