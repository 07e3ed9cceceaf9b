import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, expectSoon } from './journey.ts'

export const field = (page: Page) => page.getByRole('textbox', { name: 'Message' })
export const messages = (page: Page) => page.getByRole('list', { name: 'Messages' })

export async function write(page: Page, text: string): Promise<void> {
  await field(page).fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
}

/** Texts of the messages, in their order. */
export const written = (page: Page) => messages(page).locator('.message-text')

/** Conversations stored on the device for reading offline. */
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
  const buffer = await sharp({ create: { width: 320, height: 240, channels: 3, background: '#7a4a21' } })
    .jpeg()
    .toBuffer()
  await page.getByLabel('Photo file').setInputFiles({ name: 'kente.jpg', mimeType: 'image/jpeg', buffer })
}

export async function expectPhoto(page: Page, name: string): Promise<void> {
  const photo = messages(page).getByRole('link', { name })
  await expect(photo).toBeVisible()
  await expectSoon(() =>
    photo.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth),
  ).toBeGreaterThan(0)
}
