import { beforeEach, expect, it, vi } from 'vitest'
import { answerMessagePhoto } from './message-photos.ts'

const ORIGIN = 'https://market.example'
const photo = (name: string, proof = '1.a') =>
  new Request(`${ORIGIN}/photos/private/${proof}/message-images/7/${name}`)

/** The used part of the browser's caches; an opened cache survives its deletion. */
function browserCaches() {
  const caches = new Map<string, Map<string, Response>>()
  return {
    deleteAll: () => caches.clear(),
    keys: () => [...caches.values()].flatMap((cache) => [...cache.keys()]),
    async open(name: string) {
      const cache = caches.get(name) ?? new Map<string, Response>()
      caches.set(name, cache)
      return {
        match: async (key: string) => cache.get(key)?.clone(),
        put: async (key: string, reply: Response) => void cache.set(key, reply),
        keys: async () => [...cache.keys()],
        delete: async (key: string) => cache.delete(key),
      } as unknown as Cache
    },
  }
}

let stored: ReturnType<typeof browserCaches>
let work: Promise<unknown>[]
const fetch = vi.fn<(request: Request) => Promise<Response>>()
const reply = (body: string, init?: ResponseInit) =>
  Object.defineProperty(new Response(body, init), 'type', { value: 'basic' })

async function load(request: Request) {
  const waitUntil = (each: Promise<unknown>) => void work.push(each)
  const answer = await answerMessagePhoto({ request, waitUntil }, { caches: stored, fetch })
  await Promise.all(work)
  return answer.text()
}

beforeEach(() => {
  stored = browserCaches()
  work = []
  fetch.mockReset().mockImplementation(async () => reply('photo'))
})

it('fetches a photo once per path and shows it without a network', async () => {
  await load(photo('a-640.avif'))
  fetch.mockRejectedValue(new TypeError('Failed to fetch'))
  await expect(load(photo('a-640.avif', '2.b'))).resolves.toBe('photo')
  expect(fetch).toHaveBeenCalledOnce()
  expect(stored.keys()).toEqual([`${ORIGIN}/photos/message-images/7/a-640.avif`])
})

it.each([404, 503, 206])('stores no answer with status %i', async (status) => {
  fetch.mockResolvedValue(reply('', { status }))
  await load(photo('a-640.avif'))
  expect(stored.keys()).toEqual([])
})

it('deletes a photo after a hundred newer ones', async () => {
  for (let index = 0; index <= 100; index += 1) await load(photo(`${index}-640.avif`))
  expect(stored.keys()).toHaveLength(100)
  expect(stored.keys()[0]).toContain('/1-640.avif')
})

it('does not store a photo that arrives after its person has signed out', async () => {
  fetch.mockImplementation(async () => {
    stored.deleteAll()
    return reply('photo')
  })
  await expect(load(photo('a-640.avif'))).resolves.toBe('photo')
  expect(stored.keys()).toEqual([])
})
