import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expectShown } from './page-checks.ts'
import { expectSoon } from './journey.ts'
import { type Person, signedIn } from './people.ts'

/** Of the demo market, with things for sale. */
export const SELLER = 'ama@example.com'

/** Something of the demo market that Ama sells. */
export async function somethingForSale(): Promise<string> {
  const seller = await signedIn(SELLER)
  const { items } = await seller.call<{ items: { id: string; status: string }[] }>(
    'GET',
    '/api/selling/products',
  )
  const id = items.find(({ status }) => status === 'available')?.id
  if (!id) throw new Error('Ama sells nothing')
  return id
}

export async function begin(buyer: Person): Promise<string> {
  const productId = await somethingForSale()
  const { id } = await buyer.call<{ id: string }>('POST', '/api/conversations', { productId })
  return `/conversation/${id}`
}

export const field = (page: Page) => page.getByRole('textbox', { name: 'Message' })
export const messages = (page: Page) => page.getByRole('list', { name: 'Messages' })

export async function write(page: Page, text: string): Promise<void> {
  await field(page).fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
}

/** What is written there, in its order. */
export const written = (page: Page) => messages(page).locator('.message-text').allInnerTexts()

/** What the device has of conversations to be read offline. */
export const storedOn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<unknown[]>((resolve) => {
        const opening = indexedDB.open('sankofa')
        opening.addEventListener('success', () => {
          const reading = opening.result
            .transaction('rows')
            .objectStore('rows')
            .getAll(IDBKeyRange.bound(['conversations'], ['conversations', []]))
          reading.addEventListener('success', () => {
            opening.result.close()
            resolve(reading.result)
          })
        })
      }),
  )

export async function sendPhoto(page: Page): Promise<void> {
  const buffer = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#7a4a21' } })
    .jpeg()
    .toBuffer()
  await page.getByLabel('Photo file').setInputFiles({ name: 'kente.jpg', mimeType: 'image/jpeg', buffer })
}

export async function expectPhoto(page: Page, name: string): Promise<void> {
  const photo = messages(page).getByRole('link', { name })
  await expectShown(photo)
  await expectSoon(() =>
    photo.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth),
  ).toBeGreaterThan(0)
}
