import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Death } from './deaths.ts'
import type { Lifetime } from './lifetime.ts'
import type { Log } from './log.ts'
import { OPEN, workerVariables } from './worker.ts'
import { closeUnanswered } from './unanswered-connections.ts'

/** Number of the process that prepares the database and runs jobs. */
const LEAD = 1
/** Pauses before a dead process is restarted; the last one repeats. */
const PAUSES_SECONDS = [0, 1, 2, 5, 10, 20, 30, 60]
/** Run time after which the count of deaths begins again. */
const GOOD_RUN_MILLISECONDS = 5 * 60_000
/** Drain time of a replaced process, longer than its own limit. */
const DRAIN_MILLISECONDS = 30_000
/** Time after which a process that ends too slowly is killed. */
const KILL_AFTER_MILLISECONDS = 10_000

interface End {
  code: number | null
  signal: string | null
}

interface Running {
  worker: Worker
  /** Resolves to true once it is open, or to false if it ends before. */
  opened: Promise<boolean>
  isOpen: boolean
  ended: Promise<End>
}

/** A slot stays the same when its process is replaced. */
interface Slot {
  number: number
  running: Running
}

export interface Supervisor {
  /**
   * Starts the process that prepares the database, then all others; resolves once all are open. Rejects with
   * NeverOpened.
   */
  begin(): Promise<void>
  /** Processes that serve. */
  open(): Worker[]
  /** Replaces the processes one after the other; each new one serves before the former ends. */
  renew(): Promise<void>
  /** Ends all processes; their current work has time until `hurry`. */
  end(hurry: AbortSignal): Promise<void>
}

interface Supervision {
  /** Path of the program that each process runs. */
  program: string
  count: number
  databaseUrl: string | undefined
  life: Pick<Lifetime, 'ending'>
  log: Log
  onDeath: (death: Death) => void
}

/** A process ended before the site was open for the first time. */
export class NeverOpened extends Error {
  readonly end: End

  constructor(end: End) {
    super(`A process ended during its start (${end.signal ?? `code ${end.code}`})`)
    this.end = end
  }
}

function begin(number: number, { databaseUrl }: Supervision, isFirst = false): Running {
  const worker = cluster.fork(workerVariables({ number, isLead: number === LEAD, isFirst, databaseUrl }))
  closeUnanswered(worker)
  const ended = new Promise<End>((resolve) => {
    worker.once('exit', (code, signal) => resolve({ code, signal }))
  })
  const opened = new Promise<boolean>((resolve) => {
    worker.on('message', (message) => message === OPEN && resolve(true))
    void ended.then(() => resolve(false))
  })
  const running = { worker, opened, isOpen: false, ended }
  void opened.then((isOpen) => (running.isOpen = isOpen))
  void ended.then(() => (running.isOpen = false))
  // Errors, such as of a message to a process that has just died, are ignored because its exit is handled.
  worker.on('error', () => undefined)
  return running
}

interface Replacing extends Pick<Supervision, 'life' | 'log' | 'onDeath'> {
  begin: () => Running
}

/** Replaces a process whenever it dies, until the site ends. */
async function replaceDead(
  slot: Slot,
  { life: { ending }, log, onDeath, begin: beginNext }: Replacing,
): Promise<void> {
  for (let deaths = 0; !ending.aborted;) {
    const { running } = slot
    const startedAt = Date.now()
    const { code, signal } = await running.ended
    if (ending.aborted) return
    if (slot.running !== running) continue
    if (Date.now() - startedAt >= GOOD_RUN_MILLISECONDS) deaths = 0
    const seconds = PAUSES_SECONDS[Math.min(deaths, PAUSES_SECONDS.length - 1)] ?? 0
    deaths += 1
    const about = { process: slot.number, code, signal, afterSeconds: seconds }
    log.error(about, 'a process died and is replaced')
    onDeath({ what: `Process ${slot.number}`, how: signal ?? `code ${code}` })
    await sleep(seconds * 1000, undefined, { signal: ending }).catch(() => undefined)
    if (!ending.aborted && slot.running === running) slot.running = beginNext()
  }
}

/** Lets a process finish its current work, and waits for its end. */
async function endInOrder({ worker, ended }: Running, hurry: AbortSignal): Promise<void> {
  const killIt = () => worker.process.kill('SIGKILL')
  let timer: ReturnType<typeof setTimeout> | undefined
  const hasten = () => {
    worker.process.kill('SIGTERM')
    timer = setTimeout(killIt, KILL_AFTER_MILLISECONDS)
  }
  worker.process.kill('SIGTERM')
  if (hurry.aborted) hasten()
  else hurry.addEventListener('abort', hasten)
  await ended
  hurry.removeEventListener('abort', hasten)
  clearTimeout(timer)
}

/** Supervises the processes that share the site's port: starts them, replaces dead ones, and ends them. */
export function createSupervisor(supervision: Supervision): Supervisor {
  const { program, count, life, log, onDeath } = supervision
  const slots: Slot[] = []
  /** All running processes, including replaced ones that are still ending. */
  const running = new Set<Running>()
  let renewing: Promise<void> | undefined

  function beginAt(number: number, isFirst?: boolean): Running {
    const begun = begin(number, supervision, isFirst)
    running.add(begun)
    void begun.opened.then((isOpen) => isOpen && log.info({ process: number }, 'a process is open'))
    void begun.ended.then(() => running.delete(begun))
    return begun
  }

  function take(number: number, isFirst?: boolean): Slot {
    const slot = { number, running: beginAt(number, isFirst) }
    slots.push(slot)
    return slot
  }

  async function renewOne(slot: Slot): Promise<boolean> {
    const next = beginAt(slot.number)
    if (!(await next.opened)) return false
    const former = slot.running
    slot.running = next
    await endInOrder(former, AbortSignal.timeout(DRAIN_MILLISECONDS))
    return true
  }

  async function renewAll(): Promise<void> {
    for (const slot of slots) {
      if (life.ending.aborted) return
      if (await renewOne(slot)) continue
      if (!life.ending.aborted)
        log.error({ process: slot.number }, 'a new process does not open; the old ones stay')
      return
    }
    log.info('every process was replaced')
  }

  return {
    async begin() {
      cluster.setupPrimary({ exec: program, serialization: 'advanced' })
      const lead = take(LEAD, true)
      if (!(await lead.running.opened)) throw new NeverOpened(await lead.running.ended)
      for (let number = LEAD + 1; number <= count; number += 1) take(number)
      for (const slot of slots)
        void replaceDead(slot, { life, log, onDeath, begin: () => beginAt(slot.number) })
      await Promise.all(slots.map((slot) => slot.running.opened))
    },
    open: () => slots.flatMap(({ running: { isOpen, worker } }) => (isOpen ? [worker] : [])),
    renew: () => (renewing ??= renewAll().finally(() => (renewing = undefined))),
    async end(hurry) {
      await Promise.all([...running].map((each) => endInOrder(each, hurry)))
    },
  }
}
