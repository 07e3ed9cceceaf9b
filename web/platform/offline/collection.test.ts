import { deleteDB } from 'idb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { stubBrowserDatabase } from '#testing/web/browser-database.ts'
import { Collection } from './collection.ts'
import { BrowserStore } from './database.ts'

interface Note {
  key: string
  personId: string
  text: string
}

const note = (key: string, text = key): Note => ({ key, personId: 'ama', text })

/** Simulates a page of this browser. */
const openPage = () => new Collection<Note>('notes')

beforeEach(stubBrowserDatabase)
afterEach(async () => {
  vi.restoreAllMocks()
  // Closes the connection, because the next test would otherwise use it.
  if (globalThis.indexedDB as IDBFactory | undefined) await deleteDB('sankofa')
})

describe('a collection of rows', () => {
  it('shows rows at once and keeps them after the page closes', async () => {
    const notes = openPage()
    const writing = notes.put(note('a'))
    expect(notes.rows()).toEqual([note('a')])
    expect(notes.isWriting('a')).toBe(true)
    await expect(writing).resolves.toBe(true)
    expect(notes.isWriting('a')).toBe(false)
    await notes.put(note('b'))
    await notes.delete(['b'])

    const next = openPage()
    await next.load()
    expect(next.rows()).toEqual([note('a')])
  })

  it('separates rows of different kinds', async () => {
    const notes = openPage()
    await notes.put(note('a'))
    await new BrowserStore<Note>('notes2').put(note('a', 'Other'))
    await expect(new BrowserStore<Note>('notes').all()).resolves.toEqual([note('a')])
    await expect(new BrowserStore<Note>('notes2').get('a')).resolves.toEqual(note('a', 'Other'))
  })

  it('keeps the last write, however long writing takes', async () => {
    const notes = openPage()
    await Promise.all([notes.put(note('a', 'One')), notes.put(note('a', 'Two'))])
    await notes.reload()
    expect(notes.rows()).toEqual([note('a', 'Two')])
  })

  it('follows writes and deletions of other tabs', async () => {
    const [one, other] = [openPage(), openPage()]
    await Promise.all([one.load(), other.load()])
    await one.put(note('a'))
    await expect.poll(other.rows).toEqual([note('a')])
    await other.delete(['a'])
    await expect.poll(one.rows).toEqual([])
  })

  it('removes old rows to make room', async () => {
    const notes = new Collection<Note>('notes', {
      keysToEvict: (rows) => rows.slice(0, -2).map(({ key }) => key),
    })
    for (const key of ['a', 'b', 'c']) await notes.put(note(key))
    expect(notes.rows().map(({ key }) => key)).toEqual(['b', 'c'])
  })
})

describe('a collection that cannot be stored', () => {
  const REFUSALS: [name: string, refuse: () => void][] = [
    ['has no database', () => vi.stubGlobal('indexedDB', undefined)],
    [
      'refuses to open one, as in some private modes',
      () =>
        vi.spyOn(indexedDB, 'open').mockImplementation(() => {
          throw new DOMException('Denied', 'SecurityError')
        }),
    ],
    [
      'is full',
      () =>
        vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
          throw new DOMException('Full', 'QuotaExceededError')
        }),
    ],
  ]

  it.each(REFUSALS)('shows rows while the page is open if the browser %s', async (_, refuse) => {
    refuse()
    const notes = openPage()
    await notes.load()
    await expect(notes.put(note('a'))).resolves.toBe(false)
    expect(notes.isUnstored('a')).toBe(true)
    await notes.reload()
    expect(notes.rows()).toEqual([note('a')])
    await notes.delete(['a'])
    expect(notes.rows()).toEqual([])
  })

  it('stores again once there is room', async () => {
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('Full', 'QuotaExceededError')
    })
    const notes = openPage()
    await notes.put(note('a'))
    full.mockRestore()
    await expect(notes.put(note('a'))).resolves.toBe(true)
    expect(notes.isUnstored('a')).toBe(false)
  })
})
