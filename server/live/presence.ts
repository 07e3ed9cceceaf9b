import type { Database } from '#server/db/connect.ts'
import type { Log } from '#server/log.ts'
import { presenceWriter } from './presence-writer.ts'
import { beat, removeDeadProcesses } from './queries.ts'

export interface PresenceTimes {
  /** How long somebody stays after their last socket here went: a reload is no leaving. */
  graceMilliseconds: number
  beatMilliseconds: number
  /** A process that did not beat for so long is dead. */
  deadMilliseconds: number
}

export const PRESENCE_TIMES: PresenceTimes = {
  graceMilliseconds: 5000,
  beatMilliseconds: 5000,
  deadMilliseconds: 16_000,
}

export interface PresenceKeeper {
  /** One more socket of this person. */
  entered(personId: string): void
  left(personId: string): void
  start(): Promise<void>
  /** Leaves the rows to whoever notices that the beat stopped: most people are on another process by then. */
  stop(): Promise<void>
}

interface Here {
  sockets: number
  grace: ReturnType<typeof setTimeout> | undefined
}

interface PresenceParts {
  db: Database
  processId: string
  log: Log
  times: PresenceTimes
}

/** Who is connected to this process, kept in the database: written when somebody comes and when they are gone. */
export function presenceKeeper({ db, processId, log, times }: PresenceParts): PresenceKeeper {
  const here = new Map<string, Here>()
  const writer = presenceWriter({ db, processId, log, isHere: (personId) => here.has(personId) })
  let beating: Promise<void> | undefined
  let timer: ReturnType<typeof setInterval> | undefined
  let stopped = false

  async function beatOnce() {
    // The first beat; or the database crashed, or others took this process for dead: its rows are gone.
    if (!(await beat(db, processId))) writer.startAnew(here.keys())
    await removeDeadProcesses(db, times.deadMilliseconds)
    writer.write()
  }

  const beatQuietly = () => {
    beating ??= beatOnce()
      .catch((error: unknown) => log.warn({ err: error }, 'no beat of presence'))
      .finally(() => (beating = undefined))
  }

  function leave(personId: string) {
    here.delete(personId)
    writer.changed(personId)
  }

  return {
    entered(personId) {
      const person = here.get(personId) ?? { sockets: 0, grace: undefined }
      if (person.sockets === 0 && !person.grace) {
        here.set(personId, person)
        writer.changed(personId)
      }
      clearTimeout(person.grace)
      person.grace = undefined
      person.sockets += 1
    },
    left(personId) {
      const person = here.get(personId)
      if (!person || stopped) return
      person.sockets -= 1
      if (person.sockets === 0) person.grace = setTimeout(leave, times.graceMilliseconds, personId).unref()
    },
    async start() {
      await beatOnce()
      timer = setInterval(beatQuietly, times.beatMilliseconds)
    },
    async stop() {
      stopped = true
      clearInterval(timer)
      for (const { grace } of here.values()) clearTimeout(grace)
      await beating
      await writer.settled()
    },
  }
}
