import { expect, it } from 'vitest'
import { asStale, isFreshEnough, withStoredAt } from './stale.ts'

const STORED = Date.parse('2026-03-01T10:24:00Z')
const page = () =>
  withStoredAt(
    new Response('<p>', { headers: { 'Content-Type': 'text/html', 'Content-Encoding': 'br' } }),
    STORED,
  )

it('replaces a failing server for an hour', () => {
  expect(isFreshEnough(page(), STORED + 3_600_000)).toBe(true)
  expect(isFreshEnough(page(), STORED + 3_601_000)).toBe(false)
})

it('states its age each time it is served', async () => {
  const copy = page()
  for (const minutes of [1, 2]) {
    const served = asStale(copy, STORED + minutes * 60_000)
    expect(served.headers.get('X-Served-Stale')).toBe(String(minutes * 60))
    expect(served.headers.get('Server-Timing')).toBe(`stale;dur=${minutes * 60_000}`)
    expect(served.headers.get('Content-Type')).toBe('text/html')
    expect(served.headers.has('Content-Encoding')).toBe(false)
    await expect(served.text()).resolves.toBe('<p>')
  }
})

it('is not used if its age is unknown', () => {
  expect(isFreshEnough(new Response(''), STORED)).toBe(false)
})
