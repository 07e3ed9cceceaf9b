import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { INITIAL_CHOICES } from '#contract/selling/draft-choices.ts'
import type { OwnProduct } from '#contract/selling/selling.ts'
import { expectSoon } from './journey.ts'
import type { Person } from './people.ts'

/** A tiny photo, because encoding 320 by 240 pixels takes four times as long. */
const PHOTO_SIZE = { width: 64, height: 48 }

const FORM = {
  description: 'Used for one season and kept indoors. Everything works.',
  price: '480.50',
  category: 'other',
  ...INITIAL_CHOICES,
  region: 'Ashanti',
  location: 'Bantama, Kumasi',
  tags: [],
  customFields: [{ name: 'Power', value: '60 W' }],
  attributes: {} as Record<string, string>,
}

type Details = Partial<typeof FORM>

export const beginDraft = (seller: Person, title: string, details: Details = {}): Promise<OwnProduct> =>
  seller.call('POST', '/api/selling/products', {
    clientKey: randomUUID(),
    form: { ...FORM, ...details, title },
  })

/** Creates a draft with one photo that is ready to publish. Returns its id. */
export async function beginListing(seller: Person, title: string): Promise<string> {
  const { id } = await beginDraft(seller, title)
  await sendPhoto(seller, id)
  return id
}

async function sendPhoto(seller: Person, id: string, background = '#9a6b3f'): Promise<void> {
  const photo = await sharp({ create: { ...PHOTO_SIZE, channels: 3, background } })
    .png()
    .toBuffer()
  await seller.call('PUT', `/api/selling/photos/${randomUUID()}?name=photo.png&product=${id}`, photo)
}

async function untilPrepared(seller: Person, id: string): Promise<void> {
  const states = async () => {
    const { photos } = await seller.call<OwnProduct>('GET', `/api/selling/products/${id}`)
    return photos.map(({ state }) => state).filter((state) => state !== 'ready')
  }
  await expectSoon(states, { timeout: 100_000 }).toEqual([])
}

/** Publishes a listing whose photo may not be encoded yet. Returns its id. */
export async function offerListing(seller: Person, title: string, details?: Details): Promise<string> {
  const { id, version, form } = await beginDraft(seller, title, details)
  await sendPhoto(seller, id)
  await seller.call('POST', `/api/selling/products/${id}/publish`, { version, form })
  return id
}

/** Publishes a listing and waits for its photo. Returns its id. */
export async function publishListing(seller: Person, title: string, details?: Details): Promise<string> {
  const id = await offerListing(seller, title, details)
  await untilPrepared(seller, id)
  return id
}

/** Adds a photo to a listing. */
export async function addPhoto(seller: Person, id: string, background: string): Promise<void> {
  await sendPhoto(seller, id, background)
  await untilPrepared(seller, id)
}

/** Writes to the seller of a product. Returns the address of the conversation. */
export async function writeAbout(buyer: Person, productId: string, content: string): Promise<string> {
  const { id } = await buyer.call<{ id: string }>('POST', '/api/conversations', { productId })
  await buyer.call('POST', `/api/conversations/${id}/messages`, { clientKey: randomUUID(), content })
  return `/conversation/${id}`
}

/** Changes the status of a listing at its current version. */
export async function setStatus(
  seller: Person,
  productId: string,
  wanted: { status: string; buyerId?: string },
): Promise<void> {
  const path = `/api/selling/products/${productId}`
  const { version } = await seller.call<OwnProduct>('GET', path)
  await seller.call('PUT', `${path}/status`, { version, ...wanted })
}

/** Changes only the price of a published listing. */
export async function changePrice(seller: Person, id: string, price: string): Promise<void> {
  const { form, version } = await seller.call<OwnProduct>('GET', `/api/selling/products/${id}`)
  await seller.call('PUT', `/api/selling/products/${id}`, { version, form: { ...form, price } })
}
