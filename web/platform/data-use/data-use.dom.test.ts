import { beforeEach, expect, it, vi } from 'vitest'
import { costOf, readDataUse } from './data-meter.ts'
import { sendDataSaver, setDataSaver } from './choose-data-saver.ts'
import { isDataSaverOn } from './data-saver.ts'

beforeEach(() => {
  localStorage.clear()
  document.cookie = 'data-saver=; Max-Age=0; Path=/'
})

it('counts network transfers as used and cached files as saved', () => {
  expect(costOf({ transferSize: 1200, encodedBodySize: 1000 })).toEqual({ used: 1200, saved: 0 })
  expect(costOf({ transferSize: 0, encodedBodySize: 1000 })).toEqual({ used: 0, saved: 1000 })
})

it('resets each month', () => {
  vi.setSystemTime('2026-11-22T12:00:00Z')
  localStorage.setItem('sankofa.data-use', JSON.stringify({ month: '2026-11', used: 5, saved: 7 }))
  expect(readDataUse()).toEqual({ month: '2026-11', used: 5, saved: 7 })
  vi.setSystemTime('2026-12-01T00:00:00Z')
  expect(readDataUse()).toEqual({ month: '2026-12', used: 0, saved: 0 })
  localStorage.setItem('sankofa.data-use', '{')
  expect(readDataUse().used).toBe(0)
  vi.useRealTimers()
})

it('is on if chosen, or otherwise as the browser is set', () => {
  expect(isDataSaverOn()).toBe(false)
  vi.stubGlobal('navigator', { connection: { saveData: true } })
  expect(isDataSaverOn()).toBe(true)
  setDataSaver(false)
  expect(isDataSaverOn()).toBe(false)
  vi.unstubAllGlobals()
  setDataSaver(true)
  expect(isDataSaverOn()).toBe(true)
})

it('sends the choice with every request and at the next visit', () => {
  sendDataSaver()
  expect(document.cookie).toBe('')
  setDataSaver(true)
  expect(document.cookie).toBe('data-saver=on')
  setDataSaver(false)
  expect(document.cookie).toBe('data-saver=off')
  document.cookie = 'data-saver=; Max-Age=0; Path=/'
  sendDataSaver()
  expect(document.cookie).toBe('data-saver=off')
})

it('limits the cookie to https if the site uses https', () => {
  vi.stubGlobal('location', { protocol: 'https:' })
  const written = vi.spyOn(document, 'cookie', 'set')
  setDataSaver(true)
  expect(written).toHaveBeenCalledWith(
    '__Secure-data-saver=on; Path=/; Max-Age=31536000; SameSite=Lax; Secure',
  )
  written.mockRestore()
  vi.unstubAllGlobals()
})

it('deletes stored pages with large pictures when it is switched on', async () => {
  const left = new Set(['pages-one', 'assets-one', 'photos'])
  vi.stubGlobal('caches', {
    keys: async () => [...left],
    delete: async (name: string) => left.delete(name),
  })
  setDataSaver(false)
  setDataSaver(true)
  await expect.poll(() => [...left]).toEqual(['assets-one', 'photos'])
  vi.unstubAllGlobals()
})
