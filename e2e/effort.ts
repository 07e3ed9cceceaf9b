import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'

interface Effort {
  taps: number
  characters: number
}

const PRODUCT_PAGE = new URL('../docs/product.md', import.meta.url)

/** Effort of a flow according to docs/product.md: the first cells of its row. */
export function documentedEffort(flow: string): Effort {
  const rows = readFileSync(PRODUCT_PAGE, 'utf8').split('\n')
  const cells = rows.map((row) => row.split('|').map((cell) => cell.trim()))
  const [, , taps, characters] = cells.find(([, name]) => name === flow) ?? []
  return { taps: Number(taps), characters: Number(characters) }
}

/** Counts a person's actions on a phone: each touch, each named key and each character. */
export function countEffort(page: Page) {
  let taps = 0
  let characters = 0
  return {
    async tap(target: Locator): Promise<void> {
      await target.click()
      taps += 1
    },
    /** A key of the on-screen keyboard. */
    async tapKey(key: string): Promise<void> {
      await page.keyboard.press(key)
      taps += 1
    },
    /** Taps outside the page, on the phone's own screens. */
    tapElsewhere(count: number): void {
      taps += count
    },
    async type(text: string): Promise<void> {
      await page.keyboard.type(text)
      characters += text.length
    },
    /** Effort since `before`, by default since the start. */
    counted: (before: Effort = { taps: 0, characters: 0 }): Effort => ({
      taps: taps - before.taps,
      characters: characters - before.characters,
    }),
  }
}

/** Finds a listing from the home page by its unique word and opens it. */
export async function findListing(page: Page, effort: ReturnType<typeof countEffort>, word: string) {
  await effort.tap(page.getByRole('combobox', { name: 'Search' }))
  await effort.type(word)
  await effort.tapKey('Enter')
  await page.waitForURL('/products?search=**')
  await effort.tap(page.getByRole('main').getByRole('link').filter({ hasText: word }))
  await page.waitForURL(/\/products\/[\w-]{36}$/)
}
