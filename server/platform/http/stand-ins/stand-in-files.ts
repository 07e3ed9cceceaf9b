import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'

const compress = promisify(gzip)
const uncompress = promisify(gunzip)

/** Minimum time between two writes of an entry by one process. */
const REWRITE_MS = 5 * 60_000
const KEYS_REMEMBERED = 20_000
const FILES_MAX = 20_000
const PRUNE_MS = 10 * 60_000
/** Maximum writes between two prunes, because anyone can request any number of searches. */
const WRITES_BETWEEN_PRUNES = 5000
/** Free space below which no files are written. */
const ROOM_BYTES = 512 * 1024 * 1024

/** Public content that was loaded earlier. */
export interface StandIn {
  loadedAt: number
  /** Surrogate keys, which takedowns use to find it. */
  keys: readonly string[]
  /** JSON of the content. */
  content: unknown
}

export interface NewStandIn extends Omit<StandIn, 'content'> {
  /** Returns the content when it is written. */
  content: () => unknown
}

async function prune(folder: string, oldest: number): Promise<void> {
  const files: { path: string; at: number }[] = []
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    files.push({ path, at: (await stat(path)).mtimeMs })
  }
  files.sort((a, b) => b.at - a.at)
  for (const [index, { path, at }] of files.entries())
    if (index >= FILES_MAX || at < oldest) await rm(path, { force: true })
}

/** Stores public content in a folder that the processes on this machine share. Content that cannot be stored is left out. */
export function openStandInFiles(
  folder: string,
  maxAgeMs: number,
  now: () => number,
  writesBetweenPrunes = WRITES_BETWEEN_PRUNES,
) {
  let writes = 0
  const storedAt = new LRUCache<string, number>({ max: KEYS_REMEMBERED })
  const pathOf = (key: string) => join(folder, createHash('sha256').update(key).digest('base64url'))

  async function write(key: string, { loadedAt, keys, content }: NewStandIn): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const { bavail, bsize } = await statfs(folder)
    if (bavail * bsize < ROOM_BYTES) return
    const half = `${pathOf(key)}.${randomUUID()}`
    await writeFile(half, await compress(JSON.stringify({ key, loadedAt, keys, content: content() })), {
      mode: 0o600,
    })
    await rename(half, pathOf(key))
  }

  const pruning = setInterval(() => {
    writes = 0
    void prune(folder, now() - maxAgeMs).catch(() => undefined)
  }, PRUNE_MS).unref()

  return {
    /** Writes the content in the background unless that was done in the last minutes. */
    store(key: string, standIn: NewStandIn) {
      if (now() - (storedAt.get(key) ?? -Infinity) < REWRITE_MS || writes >= writesBetweenPrunes) return
      writes += 1
      storedAt.set(key, now())
      void write(key, standIn).catch(() => undefined)
    },
    async find(key: string): Promise<StandIn | undefined> {
      try {
        const bytes = await uncompress(await readFile(pathOf(key)))
        const found = JSON.parse(bytes.toString()) as StandIn & { key: string }
        return found.key === key ? found : undefined
      } catch {
        return undefined
      }
    },
    forget(key: string) {
      storedAt.delete(key)
      void rm(pathOf(key), { force: true }).catch(() => undefined)
    },
    close: () => clearInterval(pruning),
  }
}
