import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SITE_KEY } from '#server/platform/http/cdn/keys.ts'
import { StorageError } from '#server/platform/errors/storage-error.ts'
import { createTemporaryFolder } from '#testing/temporary-folder.ts'
import { openStandIns, type StandIns } from './stand-ins.ts'
import { createStandInCache } from './stand-in-cache.ts'

interface Page {
  keys: string[]
  text: string
}

const HOUR_MS = 60 * 60_000
const CONTENT = 'stand-ins/content'

let dataDir: string
let now: number
let opened: StandIns[]
/** Tests replace this while the database is down. */
let load: (key: string) => Promise<Page>

const well = async (key: string): Promise<Page> => ({ keys: [key.slice(1)], text: `${key} at ${now}` })
const away = () => Promise.reject(new StorageError('unreachable', 'gone'))

beforeEach(() => {
  dataDir = createTemporaryFolder('sankofa-stand-ins-')
  now = 1_000_000_000
  opened = []
  load = well
})
afterEach(() => {
  for (const each of opened) each.close()
  rmSync(dataDir, { recursive: true })
})

/** One of several processes on this machine. */
function openProcess(name = 'page ') {
  const standIns = openStandIns({ dataDir, now: () => now })
  opened.push(standIns)
  const cache = createStandInCache<Page, never>({
    max: 10,
    freshMs: 1,
    standIns,
    name,
    isNotFound: ({ text }) => text === 'gone',
    isStored: ({ text }) => text !== 'gone',
    toContent: ({ keys, text }) => [keys, text],
    fromContent: (content) => {
      const [keys, text] = content as [string[], string]
      return { keys, text }
    },
    now: () => now,
  })
  const read = (key: string) =>
    cache
      .get(key, () => load(key))
      .then(
        ({ value, how, staleSeconds }) => [value.text, how, staleSeconds],
        (error: Error) => error.message,
      )
  return { ...standIns, read }
}

/** Two processes after one of them has loaded these pages and the database went down. */
async function openAfter(...keys: string[]) {
  const [visited, other] = [openProcess(), openProcess()]
  for (const key of keys) await visited.read(key)
  await expect
    .poll(async () => (await Promise.all(keys.map((key) => other.find(`page ${key}`)))).every(Boolean))
    .toBe(true)
  load = away
  now += 5000
  return { visited, other }
}

describe('a stand-in while the database is down', () => {
  it('is available to every process on the machine, with its age', async () => {
    const { visited, other } = await openAfter('/a')
    const standIn = ['/a at 1000000000', 'standIn', 5]
    expect([await visited.read('/a'), await other.read('/a')]).toEqual([standIn, standIn])
    expect(await openProcess().read('/a')).toEqual(standIn)
    expect(await other.read('/never')).toBe('gone')
  })

  it('disappears from all processes after one of them takes it down', async () => {
    const { visited, other } = await openAfter('/a', '/b')
    visited.takedowns.announce(['a'])
    expect([await visited.read('/a'), await other.read('/a')]).toEqual(['gone', 'gone'])
    expect(await openProcess().read('/a')).toBe('gone')
    expect(await other.read('/b')).toEqual(['/b at 1000000000', 'standIn', 5])
    other.takedowns.announce([SITE_KEY])
    expect([await visited.read('/b'), await other.read('/b')]).toEqual(['gone', 'gone'])
  })

  it('disappears after another machine takes it down', async () => {
    const { other } = await openAfter('/a')
    other.takedowns.note(['a'])
    expect(await other.read('/a')).toBe('gone')
  })

  it('is used if it was loaded well after a takedown', async () => {
    const { visited, other } = await openAfter('/a')
    visited.takedowns.announce(['a'])
    now += 5 * 60_000
    load = well
    const loadedAt = now
    await visited.read('/a')
    await expect.poll(() => other.find('page /a')).toMatchObject({ loadedAt })
    load = away
    now += 1000
    expect(await other.read('/a')).toEqual([`/a at ${loadedAt}`, 'standIn', 1])
  })

  it('is not used if it was loaded during a takedown', async () => {
    const { visited } = await openAfter()
    visited.takedowns.announce(['a'])
    load = well
    now += 500
    await visited.read('/a')
    load = away
    now += 5000
    expect(await visited.read('/a')).toBe('gone')
  })

  it('is not used after an hour or by another build', async () => {
    const { other } = await openAfter('/a')
    expect(await openProcess('other build ').read('/a')).toBe('gone')
    now += HOUR_MS
    expect(await other.read('/a')).toBe('gone')
  })

  it('is not used if a process found it deleted or its file is damaged', async () => {
    const { visited, other } = await openAfter('/a', '/b')
    load = async () => ({ keys: [], text: 'gone' })
    await visited.read('/a')
    await expect.poll(() => other.find('page /a')).toBeUndefined()
    for (const name of readdirSync(join(dataDir, CONTENT)))
      writeFileSync(join(dataDir, CONTENT, name), 'half')
    load = away
    expect([await other.read('/a'), await other.read('/b')]).toEqual(['gone', 'gone'])
  })
})
