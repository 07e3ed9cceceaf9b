import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { OwnProductCard } from '#contract/selling/selling.ts'
import type { Person } from './people.ts'
import { expect } from './journey.ts'

export const PHONE = 390
/** The server prepares photos at low priority. */
export const SLOWLY = { timeout: 120_000 }

export const photoFile = async (name: string, background: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 320, height: 240, channels: 3, background } })
    .jpeg()
    .toBuffer(),
})

export const tab = (page: Page, name: string) => page.getByRole('tab', { name })
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const title = (page: Page) => page.getByLabel('Title', { exact: true })

export const condition = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Condition' }).getByText(name, { exact: true })

/** Expects this title once the form is ready. */
export async function expectTitle(page: Page, text: string): Promise<void> {
  await expect(title(page)).toHaveValue(text, { timeout: 20_000 })
}

export const unique = (name: string) => `${name} ${randomUUID().slice(0, 8)}`

export async function listingsOf(person: Person): Promise<OwnProductCard[]> {
  const { items } = await person.call<{ items: OwnProductCard[] }>('GET', '/api/selling/products')
  return items
}

export async function fillIn(page: Page, name: string): Promise<void> {
  await title(page).fill(name)
  await page.getByLabel('Category').selectOption('other')
  await condition(page, 'Good').click()
  await page.getByLabel('Price in').fill('1,250')
  await page.getByLabel('Region').selectOption('Ashanti')
}

export async function choosePhotos(page: Page, ...names: string[]): Promise<void> {
  await tab(page, 'Images').click()
  const files = names.map((name, index) => photoFile(name, `hsl(${index * 90}, 60%, 50%)`))
  const photos = page.getByRole('region', { name: 'Photos of this listing' })
  await photos.getByLabel('Photo files').setInputFiles(await Promise.all(files))
}
