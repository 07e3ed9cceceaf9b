import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { BareServer } from './bare-server.ts'
import { type Load, measure, type Speed } from './load.ts'

const TICKS_PER_SECOND = 100
const MICROSECONDS = 1e6

/** Seconds of processor time that a process has used, all its threads together (proc(5): utime, stime). */
export function processorSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

export interface Cost {
  speed: Speed
  /** Processor time of a request in the process that serves it. */
  microseconds: number
}

export async function measureCost(pid: number, load: Load): Promise<Cost> {
  const before = processorSeconds(pid)
  const speed = await measure(load)
  const used = processorSeconds(pid) - before
  const requests = load.once ? load.paths.length : speed.perSecond * load.seconds
  return { speed, microseconds: (used * MICROSECONDS) / requests }
}

export interface StartedServer {
  url: string
  pid: number
  stop(): void
}

/** Starts it in a process of its own. */
export async function startBareServer(options: BareServer): Promise<StartedServer> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'bare-server.ts'))
  child.send(options)
  const [address] = (await once(child, 'message')) as [AddressInfo]
  return { url: `http://127.0.0.1:${address.port}`, pid: child.pid as number, stop: () => child.kill() }
}
