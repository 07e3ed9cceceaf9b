import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { SITE_KEY } from '#server/platform/http/cdn/keys.ts'

const HOUR_MS = 60 * 60_000
/** Number of hours whose takedowns are read; content older than that is never shown. */
const HOURS_READ = 3
/** Maximum time between the announcement of a takedown and the commit of its transaction. */
const COMMIT_MS = 1000
const PREFIX = 'takedowns-'

/** Names of the files for the last hours, newest first. */
const filesOf = (moment: number) =>
  Array.from({ length: HOURS_READ }, (_, back) => `${PREFIX}${Math.floor(moment / HOUR_MS) - back}`)

export interface Takedowns {
  /** Announces to all processes on this machine that content with one of these keys must not be shown. */
  announce(keys: readonly string[]): void
  /** Notes a takedown that another process announced. */
  note(keys: readonly string[]): void
  /** True if content with these keys may include something taken down after it was loaded. */
  concern(keys: readonly string[], loadedAt: number): boolean
}

/**
 * Remembers the times of takedowns by key. Processes share them through files, because the database may die before it
 * delivers the notification.
 */
export function createTakedowns(folder: string | undefined, now: () => number): Takedowns {
  const times = new Map<string, number>()
  const readSizes = new Map<string, number>()

  function noteAt(keys: readonly string[], at: number): void {
    for (const key of keys) times.set(key, Math.max(times.get(key) ?? 0, at))
  }

  function forgetOld(): void {
    const oldest = now() - HOURS_READ * HOUR_MS
    for (const [key, at] of times) if (at < oldest) times.delete(key)
  }

  function write(path: string, keys: readonly string[]): void {
    const [file = ''] = filesOf(now())
    if (!statSync(join(path, file), { throwIfNoEntry: false })) {
      mkdirSync(path, { recursive: true, mode: 0o700 })
      const current = filesOf(now())
      for (const name of readdirSync(path))
        if (name.startsWith(PREFIX) && !current.includes(name)) rmSync(join(path, name), { force: true })
      forgetOld()
    }
    appendFileSync(join(path, file), `${now()} ${keys.join(' ')}\n`, { mode: 0o600 })
  }

  function readNew(path: string): void {
    for (const name of filesOf(now())) {
      const file = join(path, name)
      const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
      if (size === (readSizes.get(file) ?? 0)) continue
      readSizes.set(file, size)
      for (const line of readFileSync(file, 'utf8').split('\n')) {
        const [at, ...keys] = line.split(' ')
        noteAt(keys, Number(at))
      }
    }
  }

  return {
    announce(keys) {
      noteAt(keys, now())
      try {
        if (folder !== undefined) write(folder, keys)
      } catch {
        // On a full disk, the database's notification must suffice.
      }
    },
    note: (keys) => noteAt(keys, now()),
    concern(keys, loadedAt) {
      try {
        if (folder !== undefined) readNew(folder)
      } catch {
        return true
      }
      return [SITE_KEY, ...keys].some((key) => (times.get(key) ?? -Infinity) + COMMIT_MS >= loadedAt)
    },
  }
}
