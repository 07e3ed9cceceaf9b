import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { vi } from 'vitest'
import type { OwnProduct } from '#contract/selling.ts'
import { marketUrl } from './browser.ts'
import { DEMO_PASSWORD } from './sign-in.ts'

/** Somebody signed in, who acts past the screens: what a journey needs to be there before it begins. */
export interface Person {
  call<Reply>(method: string, path: string, body?: object | Buffer): Promise<Reply>
}

const PHOTO_SIZE = { width: 960, height: 720 }

export async function signedIn(email: string): Promise<Person> {
  let token = ''

  async function call<Reply>(method: string, path: string, body?: object | Buffer): Promise<Reply> {
    const isFile = Buffer.isBuffer(body)
    const response = await fetch(marketUrl + path, {
      method,
      headers: {
        Origin: marketUrl,
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(body && { 'Content-Type': isFile ? 'image/png' : 'application/json' }),
      },
      ...(body && { body: isFile ? new Uint8Array(body) : JSON.stringify(body) }),
    })
    if (!response.ok)
      throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as Reply
  }

  const login = { email, password: DEMO_PASSWORD }
  const { session } = await call<{ session: { access_token: string } }>('POST', '/api/auth/login', login)
  token = session.access_token
  return { call }
}

const formOf = (title: string) => ({
  title,
  description: 'Used for one season and kept indoors. Everything works.',
  price: '480.50',
  priceType: 'negotiable',
  category: 'other',
  condition: 'good',
  region: 'Ashanti',
  location: 'Bantama, Kumasi',
  tags: [],
  customFields: [{ name: 'Power', value: '60 W' }],
})

export const beginDraft = (seller: Person, title: string): Promise<OwnProduct> =>
  seller.call('POST', '/api/selling/products', { clientKey: randomUUID(), form: formOf(title) })

/** A listing with one photo that everyone sees. Returns its id. */
export async function publishListing(seller: Person, title: string): Promise<string> {
  const { id, version } = await beginDraft(seller, title)
  const photo = await sharp({ create: { ...PHOTO_SIZE, channels: 3, background: '#9a6b3f' } })
    .png()
    .toBuffer()
  await seller.call('PUT', `/api/selling/photos/${randomUUID()}?name=photo.png&product=${id}`, photo)
  await seller.call('POST', `/api/selling/products/${id}/publish`, { version, form: formOf(title) })
  await vi.waitFor(
    async () => {
      const { photos } = await seller.call<OwnProduct>('GET', `/api/selling/products/${id}`)
      if (photos[0]?.state !== 'ready') throw new Error('The photo is not ready in time')
    },
    { timeout: 20_000 },
  )
  return id
}

/** Writes to the seller of a product. */
export async function writeAbout(buyer: Person, productId: string, content: string): Promise<void> {
  const { id } = await buyer.call<{ id: string }>('POST', '/api/conversations', { productId })
  await buyer.call('POST', `/api/conversations/${id}/messages`, { clientKey: randomUUID(), content })
}
