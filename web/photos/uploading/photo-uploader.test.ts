import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OwnPhoto } from '#contract/photos/photo-uploads.ts'
import { PROBLEMS, type ProblemCode } from '#contract/problem.ts'
import { memoryStore } from '#testing/web/memory-store.ts'
import { ApiError } from '#web/platform/api/client.ts'
import { Collection } from '#web/platform/offline/collection.ts'
import { whenPrepared } from './await-photos.ts'
import { PhotoUploader } from './photo-uploader.ts'
import type { PhotoUploaderOptions } from './photo-uploader-options.ts'
import type { PhotoOrder, UnsentPhoto } from './unsent-photos.ts'

const refusal = (code: ProblemCode) =>
  new ApiError(PROBLEMS[code].status, { code, message: PROBLEMS[code].message, requestId: 'r' })
const file = (name: string) => new File([name], name, { type: 'image/jpeg', lastModified: 1 })
const ready = (own: OwnPhoto): OwnPhoto => ({
  ...own,
  state: 'ready',
  photo: { src: `/photos/${own.id}`, width: 1280, height: 960, thumbhash: 'AAAA' },
})

/** A server that stores photos in memory, reduced to what the browser uses. */
class Server {
  photos: OwnPhoto[] = []
  sent: string[] = []
  arranged: string[][] = []
  /** Errors for the next requests, one each. */
  failures: Error[] = []
  #count = 0

  readonly send: PhotoUploaderOptions['send'] = async ({ key, name, replaces }, _, { onProgress }) => {
    this.sent.push(name)
    onProgress(0.5)
    const failure = this.failures.shift()
    if (failure) throw failure
    this.#count += 1
    const own: OwnPhoto = {
      id: `id-${this.#count}`,
      clientKey: key,
      fileName: name,
      state: 'preparing',
      photo: null,
      refusal: null,
    }
    const index = this.photos.findIndex(({ id }) => id === replaces)
    if (index === -1) this.photos = [...this.photos, own]
    else this.photos = this.photos.with(index, own)
    return own
  }

  readonly list = async () => {
    this.photos = this.photos.map(ready)
    return this.photos
  }

  readonly arrange = async (ids: string[]) => {
    const failure = this.failures.shift()
    if (failure) throw failure
    this.arranged.push(ids)
    this.photos = ids.flatMap((id) => this.photos.find((own) => own.id === id) ?? [])
    return this.photos
  }

  readonly remove = async (id: string) => {
    const failure = this.failures.shift()
    if (failure) throw failure
    this.photos = this.photos.filter((own) => own.id !== id)
  }

  names = () => this.photos.map(({ fileName }) => fileName)
}

let server: Server
/** The device's stored photos. */
let photos: Map<string, UnsentPhoto>
let orders: Map<string, PhotoOrder>
let open: PhotoUploader[]

function made(more: Partial<PhotoUploaderOptions> = {}): PhotoUploader {
  const uploader = new PhotoUploader({
    group: 'ama draft',
    most: 5,
    tooMany: 'Maximum 5 images allowed',
    photos: server.photos,
    send: server.send,
    list: server.list,
    arrange: server.arrange,
    remove: server.remove,
    reduce: async (whole) => ({ file: whole, preview: null }),
    rows: new Collection('photos', { store: memoryStore(photos) }),
    orders: new Collection('photo-orders', { store: memoryStore(orders) }),
    ...more,
  })
  open.push(uploader)
  return uploader
}

async function start(more: Partial<PhotoUploaderOptions> = {}) {
  const uploader = made(more)
  await uploader.open()
  const states = () => uploader.read().entries.map(({ name, state }) => `${name} ${state}`)
  const keyOf = (name: string) => uploader.read().entries.find((entry) => entry.name === name)?.key ?? ''
  return { uploader, states, keyOf }
}

beforeEach(() => {
  server = new Server()
  photos = new Map()
  orders = new Map()
  open = []
  vi.useFakeTimers()
  // The browser's locks are missing here: Node's would not wait for the timers of these tests.
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
})

afterEach(() => {
  for (const uploader of open) uploader.close()
})

describe('the uploader of new photos', () => {
  it('sends photos in their order and shows them once they are prepared', async () => {
    const { uploader, states } = await start()
    uploader.add([file('a.jpg'), file('b.jpg')])
    const seen: string[] = []
    uploader.subscribe(() => seen.push(states().join()))
    await uploader.settled()
    expect(seen).toContain('a.jpg uploading,b.jpg pending')
    expect(server.sent).toEqual(['a.jpg', 'b.jpg'])
    expect(states()).toEqual(['a.jpg success', 'b.jpg success'])
    expect(uploader.read().entries[0]?.photo).toBeNull()
    await vi.advanceTimersByTimeAsync(800)
    expect(uploader.read().entries.map(({ photo }) => photo?.src)).toEqual(['/photos/id-1', '/photos/id-2'])
    // It polls no more once all photos are prepared.
    expect(vi.getTimerCount()).toBe(0)
  })

  it('keeps photos added before the stored ones are loaded', async () => {
    const first = await start({ send: () => Promise.reject(new TypeError('cut')) })
    first.uploader.add([file('old.jpg')])
    await vi.advanceTimersByTimeAsync(100)
    first.uploader.close()
    const uploader = made()
    const opening = uploader.open()
    uploader.add([file('shared.jpg')])
    await opening
    await uploader.settled()
    expect(server.names()).toEqual(['old.jpg', 'shared.jpg'])
  })

  it('waits for the network and continues', async () => {
    const { uploader, states } = await start()
    server.failures = [new ApiError(0), new ApiError(0)]
    uploader.add([file('a.jpg'), file('b.jpg')])
    await vi.advanceTimersByTimeAsync(0)
    expect(uploader.read()).toMatchObject({ isWaiting: true, isBusy: true })
    expect(states()).toEqual(['a.jpg pending', 'b.jpg pending'])
    await vi.advanceTimersByTimeAsync(2000)
    expect(server.sent).toEqual(['a.jpg', 'a.jpg'])
    await vi.advanceTimersByTimeAsync(4000)
    await uploader.settled()
    expect(server.names()).toEqual(['a.jpg', 'b.jpg'])
    expect(uploader.read().isWaiting).toBe(false)
  })

  it('shows a refusal and sends the other photos', async () => {
    const { uploader, states, keyOf } = await start()
    server.failures = [refusal('picture-not-an-image')]
    uploader.add([file('a.jpg'), file('b.jpg')])
    await uploader.settled()
    expect(states()).toEqual(['a.jpg error', 'b.jpg success'])
    expect(uploader.read().entries[0]).toMatchObject({
      message: 'This file is not a picture.',
      canRetry: false,
    })
    await uploader.remove(keyOf('a.jpg'))
    expect(states()).toEqual(['b.jpg success'])
  })

  it('retries a photo on request under the same key', async () => {
    const { uploader, states, keyOf } = await start()
    server.failures = [refusal('fault')]
    uploader.add([file('a.jpg')])
    await uploader.settled()
    const key = keyOf('a.jpg')
    expect(states()).toEqual(['a.jpg error'])
    uploader.retry(key)
    await uploader.settled()
    expect(server.photos[0]?.clientKey).toBe(key)
  })

  it('stores photos and their order until the server has them', async () => {
    const never = new Promise<never>(() => undefined)
    const { uploader, keyOf } = await start({ send: () => never })
    uploader.add([file('a.jpg'), file('b.jpg'), file('c.jpg')])
    uploader.move(keyOf('c.jpg'), 0)
    await vi.advanceTimersByTimeAsync(0)
    uploader.close()
    expect([...photos.values()].map(({ name }) => name)).toEqual(['a.jpg', 'b.jpg', 'c.jpg'])

    const again = await start()
    expect(again.states().map((state) => state.slice(0, 5))).toEqual(['c.jpg', 'a.jpg', 'b.jpg'])
    await again.uploader.settled()
    expect(server.names()).toEqual(['c.jpg', 'a.jpg', 'b.jpg'])
    await vi.advanceTimersByTimeAsync(0)
    expect(photos.size).toBe(0)
  })

  it('sends no removed photo, and deletes one that arrived anyway', async () => {
    const { uploader, keyOf, states } = await start({
      send: async (...sent) => {
        await server.send(...sent)
        throw new ApiError(0)
      },
    })
    uploader.add([file('a.jpg')])
    await vi.advanceTimersByTimeAsync(0)
    expect(server.names()).toEqual(['a.jpg'])
    await uploader.remove(keyOf('a.jpg'))
    await vi.advanceTimersByTimeAsync(0)
    expect(states()).toEqual([])
    expect(server.names()).toEqual([])
  })

  it('deletes discarded photos from the device', async () => {
    server.failures = [new ApiError(0)]
    const { uploader, states } = await start()
    uploader.add([file('a.jpg'), file('b.jpg')])
    await vi.advanceTimersByTimeAsync(0)
    expect(photos.size).toBe(2)
    uploader.discard()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(states()).toEqual([])
    expect(photos.size).toBe(0)
    expect(server.names()).toEqual([])
  })

  it('skips photos beyond the limit', async () => {
    const { uploader } = await start({ most: 1 })
    const { hasTooMany } = uploader.add([file('a.jpg'), file('b.jpg')])
    expect(hasTooMany).toBe(true)
    expect(uploader.read()).toMatchObject({
      room: 0,
      skipped: [{ name: 'b.jpg', reason: 'Maximum 5 images allowed' }],
    })
    uploader.dismissSkipped()
    expect(uploader.read().skipped).toEqual([])
  })
})

describe('the uploader of sent photos', () => {
  async function withThree() {
    const started = await start()
    started.uploader.add([file('a.jpg'), file('b.jpg'), file('c.jpg')])
    await started.uploader.settled()
    return started
  }

  it('saves a new order on the server', async () => {
    const { uploader, keyOf, states } = await withThree()
    uploader.move(keyOf('c.jpg'), 0)
    expect(states()[0]).toBe('c.jpg success')
    await uploader.settled()
    expect(server.arranged).toEqual([['id-3', 'id-1', 'id-2']])
    expect(server.names()).toEqual(['c.jpg', 'a.jpg', 'b.jpg'])
  })

  it("shows the server's photos if it refuses an order", async () => {
    const { uploader, keyOf, states } = await withThree()
    server.failures = [refusal('photos-changed')]
    // Another browser removed b and added d.
    const [a, , c] = server.photos
    server.photos = [{ ...c!, id: 'id-9', clientKey: null, fileName: 'd.jpg' }, a!, c!]
    uploader.move(keyOf('c.jpg'), 0)
    await uploader.settled()
    expect(states()).toEqual(['d.jpg success', 'a.jpg success', 'c.jpg success'])
    expect(uploader.read().problem).toBe(PROBLEMS['photos-changed'].message)
  })

  it('replaces a photo by an edited one at its position', async () => {
    const { uploader, keyOf, states } = await withThree()
    uploader.replace(keyOf('a.jpg'), new Blob(['edited'], { type: 'image/jpeg' }))
    expect(states()).toEqual(['a.jpg pending', 'b.jpg success', 'c.jpg success'])
    await uploader.settled()
    expect(server.photos.map(({ id }) => id)).toEqual(['id-4', 'id-2', 'id-3'])
    expect(server.arranged).toEqual([])
  })

  it('shows a photo again if its replacement is removed', async () => {
    const { uploader, keyOf, states } = await withThree()
    server.failures = [refusal('picture-damaged')]
    uploader.replace(keyOf('b.jpg'), new Blob(['edited'], { type: 'image/jpeg' }))
    await uploader.settled()
    expect(states()).toEqual(['a.jpg success', 'b.jpg error', 'c.jpg success'])
    await uploader.remove(keyOf('b.jpg'))
    expect(states()).toEqual(['a.jpg success', 'b.jpg success', 'c.jpg success'])
    expect(server.photos).toHaveLength(3)
  })

  it('removes photos, or keeps them with a reason', async () => {
    const { uploader, keyOf, states } = await withThree()
    server.failures = [refusal('image-required')]
    await uploader.remove(keyOf('a.jpg'))
    expect(uploader.read().problem).toBe('Add at least 1 image')
    expect(states()).toHaveLength(3)
    await uploader.remove(keyOf('a.jpg'))
    expect(states()).toEqual(['b.jpg success', 'c.jpg success'])
    expect(uploader.read().problem).toBeNull()
  })

  it('removes a photo that was already removed elsewhere', async () => {
    const { uploader, keyOf, states } = await withThree()
    server.failures = [refusal('photo-not-found')]
    await uploader.remove(keyOf('a.jpg'))
    expect(states()).toEqual(['b.jpg success', 'c.jpg success'])
    expect(uploader.read().problem).toBeNull()
  })

  it('keeps photos that arrive during a request', async () => {
    const listed: ((photos: OwnPhoto[]) => void)[] = []
    const { uploader, states } = await start({
      list: () => new Promise((resolve) => listed.push(resolve)),
    })
    const refreshed = uploader.refresh()
    uploader.add([file('a.jpg')])
    await uploader.settled()
    listed.shift()?.([])
    await vi.advanceTimersByTimeAsync(0)
    expect(states()).toEqual(['a.jpg success'])
    listed.shift()?.(server.photos)
    await refreshed
    expect(states()).toEqual(['a.jpg success'])
  })

  it('waits until a picture is ready', async () => {
    const { uploader } = await start()
    uploader.add([file('one.jpg')])
    await uploader.settled()
    expect(uploader.read().entries[0]).toMatchObject({ state: 'success', photo: null })
    const prepared = whenPrepared(uploader)
    await vi.advanceTimersByTimeAsync(1000)
    expect((await prepared).entries[0]?.photo).not.toBeNull()
  })

  it('says when a waiting photo could not be stored', async () => {
    const full = { ...memoryStore<UnsentPhoto>(), put: () => Promise.reject(new Error('Full')) }
    server.failures = [new ApiError(0)]
    const { uploader } = await start({ rows: new Collection('photos', { store: full }) })
    uploader.add([file('one.jpg')])
    await vi.advanceTimersByTimeAsync(0)
    expect(uploader.read()).toMatchObject({
      isUnstored: true,
      problem: 'This device has no room for your photos. Keep this page open until they are sent.',
    })
    await vi.advanceTimersByTimeAsync(3000)
    expect(uploader.read()).toMatchObject({ isUnstored: false, problem: null })
  })
})
