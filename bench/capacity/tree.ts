import { readdirSync, readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100

interface Stat {
  parent: number
  /** Its own, and that of children that have ended (proc(5): utime, stime, cutime, cstime). */
  ticks: number
}

function statOf(pid: number): Stat | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    return { parent: Number(fields[1]), ticks }
  } catch {
    // It ended meanwhile, and counts with its parent.
    return undefined
  }
}

/** Seconds of processor time of a process and all that it has started. */
export function treeSeconds(root: number): number {
  const pids = readdirSync('/proc').map(Number).filter(Boolean)
  const stats = new Map(pids.flatMap((pid) => ((stat) => (stat ? [[pid, stat] as const] : []))(statOf(pid))))
  const ticksBelow = (pid: number): number =>
    [...stats].reduce(
      (sum, [child, { parent }]) => (parent === pid ? sum + ticksBelow(child) : sum),
      stats.get(pid)?.ticks ?? 0,
    )
  return ticksBelow(root) / TICKS_PER_SECOND
}
