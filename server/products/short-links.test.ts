import { beforeAll, expect, it } from 'vitest'
import { shortCode } from '#contract/sharing/short-links.ts'
import { createBareApp, type Injected } from '#testing/injected.ts'
import { addShortLinks } from './short-links.ts'

const ID = '0190a000-0000-7000-8000-00000000000a'
let app: Injected
beforeAll(async () => {
  const bare = await createBareApp()
  addShortLinks(bare)
  app = bare
})

it.each([
  '',
  '/iphone-12-128-gb',
  '/words-of-another-title',
  '.',
  ')',
  '%29',
  ',',
  '&fbclid=x',
  '/iphone-12.',
  '%E2%80%9D/iphone-12',
])('a short link ending in "%s" redirects to the product', async (end) => {
  const reply = await app.request(`/p/${shortCode(ID)}${end}`)
  expect(reply.status).toBe(301)
  expect(reply.headers.get('location')).toBe(`/products/${ID}`)
  expect(reply.headers.get('cache-control')).toMatch(/^public/)
})

it.each([
  '/p',
  '/p/iphone',
  `/p/${'z'.repeat(22)}`,
  `/p/${shortCode(ID)}/a/b`,
  `/p/${shortCode(ID)}a.`,
  '/p/iphone.',
])('%s is not found', async (path) => {
  expect((await app.request(path)).status).toBe(404)
})
