import { expect, it } from 'vitest'
import { isShared, receiveShared } from './shared-photos.ts'

const ORIGIN = 'https://market.example'

/** The part of the browser's caches that the worker uses. */
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

it('accepts only a form sent to its address', () => {
  expect(isShared({ method: 'POST', url: `${ORIGIN}/shared-photos` }, ORIGIN)).toBe(true)
  expect(isShared({ method: 'GET', url: `${ORIGIN}/shared-photos` }, ORIGIN)).toBe(false)
  expect(isShared({ method: 'POST', url: `${ORIGIN}/api/products` }, ORIGIN)).toBe(false)
})

it('replaces earlier photos, keeps the file name and redirects to the form', async () => {
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
  ['of an unknown sender', 'null', 'unknown'],
  ['of another site', 'https://evil.example', undefined],
  ['of a site with a similar address', `${ORIGIN}.evil.example`, undefined],
])('notes the sender of a form %s', async (_, origin, sender) => {
  const { stored, caches } = memoryCaches()
  expect((await receiveShared(shared('bag.jpg', origin), caches)).status).toBe(303)
  expect([...stored.values()].map((photo) => photo.headers.get('X-Shared-By'))).toEqual(
    sender ? [sender] : [],
  )
})

it('redirects to the form even if nothing can be stored', async () => {
  const full = { delete: () => Promise.reject(new Error('full')) } as unknown as CacheStorage
  expect((await receiveShared(shared('bag.jpg'), full)).status).toBe(303)
})
