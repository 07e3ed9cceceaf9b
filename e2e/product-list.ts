import type { Page } from '@playwright/test'
import { offerListing } from './listings.ts'
import { newMember } from './people.ts'
import { expect } from './journey.ts'

export const cards = (page: Page) => page.getByRole('main').locator('a[href^="/products/"]')
export const filterOf = (page: Page) => page.getByRole('complementary', { name: 'Filters' })

export async function shownCount(page: Page): Promise<number> {
  const text = await page.getByText(/^Showing [\d,]+\+? product/).innerText()
  return Number(text.replace(/\D/g, ''))
}

/** Waits for the answer to the last change; until then the previous products are shown, faded. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0)
}

/** Prices on the cards, in the order shown. */
export async function prices(page: Page): Promise<number[]> {
  const texts = await cards(page)
    .getByText(/^GH₵/)
    .allInnerTexts()
  return texts.map((text) => Number(text.replace(/[^\d.]/g, '')))
}

/** Publishes four listings that the word finds, because other journeys publish in the same market. */
export async function publishOwn(word: string): Promise<void> {
  const seller = await newMember('Efua Browses')
  const accra = { region: 'Greater Accra', location: 'Osu, Accra' }
  await offerListing(seller, `${word} of wood`, { ...accra, price: '300.00' })
  await offerListing(seller, `${word} of calabash`, { ...accra, price: '200.00' })
  await offerListing(seller, `${word} with a case`, { ...accra, price: '250.00', priceType: 'fixed' })
  await offerListing(seller, `${word} for concerts`, { price: '5200.00' })
}
