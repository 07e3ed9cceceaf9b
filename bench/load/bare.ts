import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { BareServer } from './bare-server.ts'
import { type Load, measure, type Speed } from './load.ts'
import { processorSeconds } from './processes.ts'

const MICROSECONDS = 1e6

export interface Cost {
  speed: Speed
  /** Processor time per request in the serving process. */
  microseconds: number
}

export async function measureCost(pid: number, load: Load): Promise<Cost> {
  const before = processorSeconds(pid)
  const speed = await measure(load)
  const used = processorSeconds(pid) - before
  const requests = load.once ? load.paths.length : speed.perSecond * load.seconds
  return { speed, microseconds: (used * MICROSECONDS) / requests }
}

/** Starts the bare server in its own process. */
export async function startBareServer(options: BareServer) {
  const child = fork(join(import.meta.dirname, 'bare-server.ts'))
  child.send(options)
  const [address] = (await once(child, 'message')) as [AddressInfo]
  const url = `http://127.0.0.1:${address.port}`
  return { url, pid: child.pid as number, [Symbol.dispose]: () => void child.kill() }
}
