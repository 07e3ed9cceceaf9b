import { expect, it } from 'vitest'
import { isShared, receiveShared } from './shared-photos.ts'

const ORIGIN = 'https://market.example'

/** As much of the browser's caches as the worker uses. */
function memoryCaches() {
  const stored = new Map<string, Response>()
  const caches = {
    delete: async () => stored.clear(),
    open: async () => ({ put: async (key: string, reply: Response) => void stored.set(key, reply) }),
  }
  return { stored, caches: caches as unknown as CacheStorage }
}

function shared(name: string, origin?: string) {
  const body = new FormData()
  body.append('photos', new File(['pixels'], name, { type: 'image/jpeg' }))
  body.append('photos', 'no file')
  return {
    request: new Request(`${ORIGIN}/shared-photos`, {
      method: 'POST',
      body,
      headers: origin ? { Origin: origin } : {},
    }),
  }
}

it('is a form sent to its address alone', () => {
  expect(isShared({ method: 'POST', url: `${ORIGIN}/shared-photos` }, ORIGIN)).toBe(true)
  expect(isShared({ method: 'GET', url: `${ORIGIN}/shared-photos` }, ORIGIN)).toBe(false)
  expect(isShared({ method: 'POST', url: `${ORIGIN}/api/products` }, ORIGIN)).toBe(false)
})

it('keeps the photos with their names, instead of those shared before, and leads to the form', async () => {
  const { stored, caches } = memoryCaches()
  await receiveShared(shared('old.jpg'), caches)
  const reply = await receiveShared(shared('blue bag é.jpg'), caches)
  expect([reply.status, reply.headers.get('Location')]).toEqual([303, `${ORIGIN}/create-product`])
  const photos = [...stored.values()]
  expect(photos.map((photo) => decodeURIComponent(photo.headers.get('X-File-Name') ?? ''))).toEqual([
    'blue bag é.jpg',
  ])
  expect(await photos[0]?.text()).toBe('pixels')
})

it.each([
  ['of the phone', undefined, 'phone'],
  ['of this site', ORIGIN, 'phone'],
  ['of nobody knows whom', 'null', 'unknown'],
  ['of another site', 'https://evil.example', undefined],
  ['of a site that begins alike', `${ORIGIN}.evil.example`, undefined],
])('a form %s', async (_, origin, sender) => {
  const { stored, caches } = memoryCaches()
  expect((await receiveShared(shared('bag.jpg', origin), caches)).status).toBe(303)
  expect([...stored.values()].map((photo) => photo.headers.get('X-Shared-By'))).toEqual(
    sender ? [sender] : [],
  )
})

it('leads to the form also where nothing can be stored', async () => {
  const full = { delete: () => Promise.reject(new Error('full')) } as unknown as CacheStorage
  expect((await receiveShared(shared('bag.jpg'), full)).status).toBe(303)
})
