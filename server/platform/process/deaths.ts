import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const REMEMBERED_MILLISECONDS = 24 * 60 * 60_000
/** Of what dies again and again the newest are enough. */
const MOST_REMEMBERED = 100
/** Set by scripts/start.js to how the server before this one ended. */
const FORMER_DEATH = 'SANKOFA_FORMER_DEATH'

export interface Death {
  /** Such as 'Process 2'. */
  what: string
  /** A signal or an exit code. */
  how: string
}

interface RecordedDeath extends Death {
  at: string
}

const fileIn = (dataDir: string) => join(dataDir, 'deaths.json')

/** What died on this machine within a day and was replaced, the newest last. */
function readDeaths(dataDir: string): RecordedDeath[] {
  const since = Date.now() - REMEMBERED_MILLISECONDS
  try {
    const deaths = JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as RecordedDeath[]
    return deaths.filter(({ at }) => Date.parse(at) > since)
  } catch {
    // Nothing died yet, or the next death begins the file anew.
    return []
  }
}

/** For the process that replaces what dies, at once, so that none of two at the same time is lost. */
export function recordDeath(dataDir: string, death: Death): void {
  const deaths = [...readDeaths(dataDir), { ...death, at: new Date().toISOString() }]
  const file = fileIn(dataDir)
  try {
    writeFileSync(`${file}.new`, JSON.stringify(deaths.slice(-MOST_REMEMBERED)))
    renameSync(`${file}.new`, file)
  } catch {
    // The log has it too; the disk may be what it died of.
  }
}

/** Records that the server before this one died, if it did. */
export function recordFormerDeath(
  dataDir: string,
  { [FORMER_DEATH]: how }: Record<string, string | undefined>,
): void {
  if (how !== undefined) recordDeath(dataDir, { what: 'The server', how })
}

/** A line for each thing that died within a day. */
export function describeDeaths(dataDir: string): string[] {
  const byWhat = Map.groupBy(readDeaths(dataDir), ({ what }) => what)
  return Array.from(byWhat, ([what, deaths]) => {
    const { at, how } = deaths.at(-1) as RecordedDeath
    const times = deaths.length === 1 ? 'once' : `${deaths.length} times`
    return `${what} died ${times} within a day and was replaced, last at ${at} (${how}). The log says why.`
  })
}
