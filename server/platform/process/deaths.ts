import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const REMEMBERED_MILLISECONDS = 24 * 60 * 60_000
/** Maximum deaths remembered; older ones are dropped. */
const MOST_REMEMBERED = 100
/** Variable in which scripts/start.js passes how the previous server ended. */
const FORMER_DEATH = 'SANKOFA_FORMER_DEATH'

export interface Death {
  /** Name of the process, such as 'Process 2'. */
  what: string
  /** A signal or an exit code. */
  how: string
}

interface RecordedDeath extends Death {
  at: string
}

const fileIn = (dataDir: string) => join(dataDir, 'deaths.json')

/** Processes that died on this machine within a day and were replaced, newest last. */
function readDeaths(dataDir: string): RecordedDeath[] {
  const since = Date.now() - REMEMBERED_MILLISECONDS
  try {
    const deaths = JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as RecordedDeath[]
    return deaths.filter(({ at }) => Date.parse(at) > since)
  } catch {
    // The file does not exist yet, or is damaged and will be replaced by the next death.
    return []
  }
}

/**
 * Records a death. The function is synchronous and only called by the process that replaces dead ones, so that
 * simultaneous deaths are not lost.
 */
export function recordDeath(dataDir: string, death: Death): void {
  const deaths = [...readDeaths(dataDir), { ...death, at: new Date().toISOString() }]
  const file = fileIn(dataDir)
  try {
    writeFileSync(`${file}.new`, JSON.stringify(deaths.slice(-MOST_REMEMBERED)))
    renameSync(`${file}.new`, file)
  } catch {
    // The log also has the death, and a full disk may have caused it.
  }
}

/** Records the death of the previous server, if it died. */
export function recordFormerDeath(
  dataDir: string,
  { [FORMER_DEATH]: how }: Record<string, string | undefined>,
): void {
  if (how !== undefined) recordDeath(dataDir, { what: 'The server', how })
}

/** A line for each process that died within a day. */
export function describeDeaths(dataDir: string): string[] {
  const byWhat = Map.groupBy(readDeaths(dataDir), ({ what }) => what)
  return Array.from(byWhat, ([what, deaths]) => {
    const { at, how } = deaths.at(-1) as RecordedDeath
    const times = deaths.length === 1 ? 'once' : `${deaths.length} times`
    return `${what} died ${times} within a day and was replaced, last at ${at} (${how}). The log says why.`
  })
}
