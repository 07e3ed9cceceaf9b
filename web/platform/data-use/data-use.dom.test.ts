import { beforeEach, expect, it, vi } from 'vitest'
import { costOf, readDataUse } from './data-meter.ts'
import { isDataSaverOn, setDataSaver } from './data-saver.ts'

beforeEach(() => localStorage.clear())

it('counts what came over the network as used and what lay here as saved', () => {
  expect(costOf({ transferSize: 1200, encodedBodySize: 1000 })).toEqual({ used: 1200, saved: 0 })
  expect(costOf({ transferSize: 0, encodedBodySize: 1000 })).toEqual({ used: 0, saved: 1000 })
})

it('knows this month alone', () => {
  vi.setSystemTime('2026-11-22T12:00:00Z')
  localStorage.setItem('sankofa.data-use', JSON.stringify({ month: '2026-11', used: 5, saved: 7 }))
  expect(readDataUse()).toEqual({ month: '2026-11', used: 5, saved: 7 })
  vi.setSystemTime('2026-12-01T00:00:00Z')
  expect(readDataUse()).toEqual({ month: '2026-12', used: 0, saved: 0 })
  localStorage.setItem('sankofa.data-use', '{')
  expect(readDataUse().used).toBe(0)
  vi.useRealTimers()
})

it('saves where it is switched on, else as the browser is set', () => {
  expect(isDataSaverOn()).toBe(false)
  vi.stubGlobal('navigator', { connection: { saveData: true } })
  expect(isDataSaverOn()).toBe(true)
  setDataSaver(false)
  expect(isDataSaverOn()).toBe(false)
  vi.unstubAllGlobals()
  setDataSaver(true)
  expect(isDataSaverOn()).toBe(true)
})
