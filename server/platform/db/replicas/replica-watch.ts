import { setTimeout as sleep } from 'node:timers/promises'
import { within } from '#server/platform/concurrency/within.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { replayDelay } from './replay-delay.ts'
import { withTimeout, readIdentity, readReplicaPosition, type ReplicaPosition } from './positions.ts'

/** Maximum lag; a replica further behind answers no reads. */
export const LAG_MAX_MS = 5_000
const BEAT_MS = 250
/** Maximum wait of a read for a replica to catch up; most need a few milliseconds. */
const CATCH_UP_MS = 50
const SHORTEST_PAUSE_MS = 1

export type ReplicaProblem = 'away' | 'behind' | 'not a replica of this database'

/** Position and identity of the primary. */
export interface Primary {
  position(): Promise<number>
  identity(): Promise<string | undefined>
}

/** Counter of marks: a replica that has confirmed 7 has replayed everything before mark 7. */
export interface Marks {
  newest: number
}

interface WatchOptions {
  /** A dedicated connection, which slow reads cannot delay. */
  db: Database
  primary: Primary
  marks: Marks
  /** Called at each check that finds the replica unusable. */
  onExcluded: (problem: ReplicaProblem, error?: unknown) => void
  onBack: () => void
}

/** Watches the position of a replica: it checks four times a second, and whenever a read needs to know. */
export class ReplicaWatch {
  readonly #options: WatchOptions
  readonly #delay = replayDelay()
  readonly #timer: ReturnType<typeof setInterval>
  #problem: ReplicaProblem | undefined = 'away'
  #isIdentified = false
  #confirmed = -1
  #isFollowing = false
  #checking: Promise<void> | undefined
  #nextCheck: Promise<void> | undefined

  constructor(options: WatchOptions) {
    this.#options = options
    this.#timer = setInterval(() => void (this.#checking ?? this.#check()), BEAT_MS).unref()
    void this.#check()
  }

  get problem(): ReplicaProblem | undefined {
    return this.#problem ?? (this.#delay.milliseconds() > LAG_MAX_MS ? 'behind' : undefined)
  }

  /** Undefined before the replica's first answer. */
  get lagSeconds(): number | undefined {
    return this.#delay.isKnown() ? this.#delay.milliseconds() / 1000 : undefined
  }

  hasConfirmed(mark: number): boolean {
    return this.#confirmed >= mark && this.problem === undefined
  }

  /** True if waiting for the replica is worthwhile. */
  get isFollowing(): boolean {
    return this.#isFollowing && this.problem === undefined
  }

  /** Waits a moment for the replica to replay everything committed before this call. */
  catchUp(): Promise<void> {
    return within(CATCH_UP_MS, this.#checkAgain(), undefined)
  }

  exclude(problem: ReplicaProblem, error?: unknown): void {
    this.#problem = problem
    this.#isFollowing = false
    if (problem !== 'behind') this.#confirmed = -1
    // The server that comes back may be a different one.
    if (problem === 'away') this.#isIdentified = false
    this.#options.onExcluded(problem, error)
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#checking
  }

  /** Starts a new check, because one that began earlier may miss the caller's mark. */
  #checkAgain(): Promise<void> {
    if (!this.#checking) return this.#check()
    this.#nextCheck ??= this.#checking.then(() => {
      this.#nextCheck = undefined
      return this.#check()
    })
    return this.#nextCheck
  }

  #check(): Promise<void> {
    this.#checking = this.#compare().finally(() => (this.#checking = undefined))
    return this.#checking
  }

  async #compare(): Promise<void> {
    const { primary, marks } = this.#options
    const mark = marks.newest
    const startedAt = performance.now()
    const wanted = await withTimeout(primary.position()).catch(() => undefined)
    try {
      if (wanted !== undefined) {
        this.#delay.sawPrimary(wanted, startedAt)
        if (await this.#isOfPrimary()) await this.#waitFor(wanted, mark, startedAt)
        else this.exclude('not a replica of this database')
      } else if (this.#delay.milliseconds() > LAG_MAX_MS) {
        // The lag is unknown while the primary does not answer.
        this.exclude('behind')
      }
    } catch (error) {
      this.exclude('away', error)
    }
  }

  async #isOfPrimary(): Promise<boolean> {
    if (this.#isIdentified) return true
    const expected = await this.#options.primary.identity()
    const found = await withTimeout(readIdentity(this.#options.db))
    this.#isIdentified = expected === undefined || found === undefined || expected === found
    return this.#isIdentified
  }

  async #waitFor(wanted: number, mark: number, startedAt: number): Promise<void> {
    for (let pause = SHORTEST_PAUSE_MS; ; pause *= 2) {
      const position = await withTimeout(readReplicaPosition(this.#options.db))
      if (!position.is_replica) return this.exclude('not a replica of this database')
      const isCaughtUp = position.replayed >= wanted
      if (isCaughtUp) this.#confirmed = mark
      this.#isFollowing = isCaughtUp
      this.#note(position)
      if (isCaughtUp || performance.now() + pause - startedAt > CATCH_UP_MS) return
      await sleep(pause)
    }
  }

  #note({ replayed }: ReplicaPosition): void {
    this.#delay.sawReplica(replayed)
    if (this.#delay.milliseconds() > LAG_MAX_MS) return this.exclude('behind')
    if (!this.#problem) return
    this.#problem = undefined
    this.#options.onBack()
  }
}
