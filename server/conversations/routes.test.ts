import { beforeAll, describe, expect, it } from 'vitest'
import { type Message, messagePhotoPath } from '#contract/conversations/conversations.ts'
import { insertAccounts, signIn } from '#testing/accounts/accounts.ts'
import { createTestApp } from '#testing/app.ts'
import { createAnonymousClient, type TestClient } from '#testing/anonymous-client.ts'
import { plainPicture } from '#testing/pictures/pictures.ts'
import { insertProduct } from '#testing/market/products.ts'
import { codeOf } from '#testing/replies.ts'
import { openPhotoFolder } from '#testing/pictures/photos.ts'
import { setUp } from '#testing/set-up.ts'

let ama: TestClient
let kofi: TestClient
let esi: TestClient
let id: string
/** A picture above the body limit of other endpoints. */
let picture: Uint8Array<ArrayBuffer>

const folder = setUp(openPhotoFolder)
const test = setUp(() => createTestApp({ storage: folder.storage }))
beforeAll(async () => {
  await insertAccounts(test.db)
  ;[ama, kofi, esi] = [await signIn(test, 'ama'), await signIn(test, 'kofi'), await signIn(test, 'esi')]
  const opened = await kofi.send('POST', '/api/conversations', { productId: await insertProduct(test.db) })
  id = ((await opened.json()) as { id: string }).id
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const plain = plainPicture(400, 300).composite([
    {
      input: { create: { width: 400, height: 300, channels: 3, background: '#fff', noise } },
      blend: 'multiply',
    },
  ])
  picture = new Uint8Array(await plain.png().toBuffer())
})

const put = (client: TestClient, path: string, body: BodyInit) =>
  test.app.request(path, {
    method: 'PUT',
    body,
    headers: {
      Origin: 'http://localhost:3000',
      'Content-Type': 'image/png',
      ...(client.token && { Authorization: `Bearer ${client.token}` }),
    },
  })
describe('a photo over HTTP', () => {
  it('becomes a message whose files open only by a signed address', async () => {
    expect(picture.length).toBeGreaterThan(64 * 1024)
    const path = messagePhotoPath(id, crypto.randomUUID().toUpperCase())
    const response = await put(kofi, path, picture)
    expect(response.status).toBe(201)
    const message = (await response.json()) as Message
    const again = await put(kofi, path, picture)
    expect(await again.json()).toEqual(message)

    const { src = '' } = message.photo ?? {}
    for (const file of [`${src}-320.avif`, `${src}-1280.jpg`])
      expect((await test.app.request(file)).status).toBe(200)
    expect((await test.app.request(`${src}-320.avif`)).headers.get('cache-control')).toContain('private')
    const plain = src.replace(/^\/photos\/private\/[^/]+/, '/photos')
    expect(plain).toContain('/photos/message-images/')
    expect((await test.app.request(`${plain}-320.avif`)).status).toBe(404)
  })

  it('is refused to others and if it is not a picture', async () => {
    const path = messagePhotoPath(id, crypto.randomUUID())
    expect((await put(createAnonymousClient(test.app), path, picture)).status).toBe(401)
    expect(await codeOf(await put(esi, path, picture))).toBe('conversation-access-denied')
    expect(await codeOf(await put(kofi, messagePhotoPath('x', 'y'), picture))).toBe('conversation-not-found')
    expect(await codeOf(await put(kofi, path, 'Hello'))).toBe('picture-not-an-image')
    const large = await put(kofi, path, new Uint8Array(10 * 1024 * 1024 + 1))
    expect(await codeOf(large)).toBe('picture-too-large')
  })
})

describe('a flood of messages', () => {
  it('is refused with the time to wait', async () => {
    const say = () =>
      ama.send('POST', `/api/conversations/${id}/messages`, { clientKey: crypto.randomUUID(), content: 'Hi' })
    for (let count = 0; count < 20; count += 1) expect((await say()).status).toBe(201)
    const refused = await say()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(30)
    expect(await codeOf(refused)).toBe('too-many-messages')
  })
})

describe('a blank message', () => {
  it('is refused with its field', async () => {
    const body = { clientKey: crypto.randomUUID(), content: ' \n ' }
    const response = await kofi.send('POST', `/api/conversations/${id}/messages`, body)
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({
      error: { fields: [{ field: 'content', message: 'This field is required' }] },
    })
  })
})
