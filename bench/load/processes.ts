import { readFileSync } from 'node:fs'
import { runningProcesses } from '#testing/scale/running-processes.ts'

const TICKS_PER_SECOND = 100
const KILOBYTE = 1024

/** A process and all its descendants, such as the encoder. */
export function processTree(root: number): number[] {
  const running = runningProcesses()
  const from = (pid: number): number[] => [
    pid,
    ...running.filter(({ parent }) => parent === pid).flatMap((child) => from(child.pid)),
  ]
  return from(root)
}

/** Returns '' if the process has ended since it was listed. */
function readProc(pid: number, file: 'stat' | 'status'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** Sums the first of the fields utime, stime, cutime and cstime of proc(5). */
function secondsIn(pid: number, fields: number): number {
  const stat = readProc(pid, 'stat')
  const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return ticks.slice(11, 11 + fields).reduce((sum, field) => sum + Number(field), 0) / TICKS_PER_SECOND
}

/** Seconds of processor time that a process has used, all its threads together. */
export const processorSeconds = (pid: number): number => secondsIn(pid, 2)

/** Seconds of processor time of a process and its descendants, including those that have ended. */
export const treeSeconds = (root: number): number => sum(processTree(root).map((pid) => secondsIn(pid, 4)))

/** `VmRSS` is all resident memory, `RssAnon` the part without file-backed pages, `VmHWM` the peak. */
export const megabytesOf = (pid: number, kind: 'VmRSS' | 'RssAnon' | 'VmHWM'): number =>
  Number(new RegExp(`${kind}:\\s+(\\d+)`).exec(readProc(pid, 'status'))?.[1] ?? 0) / KILOBYTE

export const sum = (numbers: number[]): number => numbers.reduce((all, number) => all + number, 0)
