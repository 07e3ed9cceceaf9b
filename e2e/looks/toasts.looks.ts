import { expect, type Locator, type Page } from '@playwright/test'
import { LISTER, POOR_PERSON, POOR_TITLE, RICH_BUYER, RICH_SELLER, RICH_TITLE } from './market.ts'
import { test, WIDTHS } from './looks.ts'
import { type PageLook, productAt } from './page-looks.ts'

interface Shown extends PageLook {
  /** The control pressed last, which shows the toast. */
  control: (page: Page) => Locator
}

const button = (name: string | RegExp) => (page: Page) =>
  page
    .getByRole('main')
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()

/** Toasts by content, one for each kind of page: long lists, cards, forms, bars of actions, chats. */
const TOASTS: Record<string, Shown> = {
  'a favourite among cards': {
    at: '/products',
    control: (page) =>
      page
        .locator('.product-grid')
        .getByRole('button', { name: /^Favourite/ })
        .nth(4),
  },
  'a favourite on its page': {
    at: productAt(RICH_TITLE),
    as: RICH_BUYER.email,
    control: button(/^Favourite/),
  },
  'a review without a rating': {
    at: productAt(POOR_TITLE),
    as: RICH_BUYER.email,
    control: button('Submit Review'),
  },
  'errors of a new listing': { at: '/create-product', as: LISTER.email, control: button('Publish listing') },
  'a saved setting': {
    at: '/settings-page?section=notifications',
    as: POOR_PERSON.email,
    control: (page) => page.getByRole('main').locator('.news-table input:enabled').last(),
  },
  'a saved profile': {
    at: '/profile?section=personal',
    as: POOR_PERSON.email,
    control: button('Save changes'),
  },
  'a deleted notification': {
    at: '/notifications-page',
    as: RICH_SELLER.email,
    control: button(/^Delete/),
  },
  'the alert of a saved search': {
    at: '/saved-searches',
    as: RICH_BUYER.email,
    control: (page) => page.getByRole('main').getByRole('combobox').last(),
  },
}

/** Elements under the toast: the control or its subject, the focused element, and bars. */
const covered = (control: Locator): Promise<string[]> =>
  control.evaluate(async (pressed) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    await frame()
    await frame()
    const overlaps = (one: DOMRect, other: DOMRect) =>
      one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
    const near = {
      'the control': pressed,
      'the focus': document.activeElement?.matches('body, [role=status] *') ? null : document.activeElement,
      'the header': document.querySelector('header'),
      'a bar': document.querySelector('.action-bar, .listing-actions, .bottom-navigation, .composer'),
    }
    const toasts = [...document.querySelectorAll('.toasts > *')].map((toast) => toast.getBoundingClientRect())
    return Object.entries(near).flatMap(([name, element]) =>
      element?.isConnected && toasts.some((toast) => overlaps(toast, element.getBoundingClientRect()))
        ? [name]
        : [],
    )
  })

/** Presses the control at the foot of the screen, the worst position for it. */
async function pressAtFoot(control: Locator): Promise<void> {
  await control.evaluate((element) => {
    element.scrollIntoView({ block: 'end', behavior: 'instant' })
    // The control must be above a bar.
    scrollBy({ top: 100, behavior: 'instant' })
  })
  if ((await control.evaluate((element) => element.localName)) === 'select') {
    const next = await control.evaluate(
      (select: HTMLSelectElement) => (select.selectedIndex + 1) % select.length,
    )
    await control.selectOption({ index: next })
  } else await control.click()
}

/**
 * The code that positions toasts loads some seconds after the page, together with the renewal of the data
 * saver's cookie.
 */
async function untilPositioned(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.setItem('sankofa.data-saver', 'off'))
  await page.reload()
  await page.waitForFunction(() => document.cookie.includes('data-saver='))
  await page.waitForLoadState('networkidle')
}

for (const [name, { control, ...look }] of Object.entries(TOASTS))
  test(`the toast of ${name} does not cover its subject`, async ({ openLook }) => {
    const page = await openLook(look)
    await untilPositioned(page)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 844 })
      const pressed = control(page)
      const toasts = page.locator('.toasts > *')
      while ((await toasts.count()) > 0) await toasts.last().getByRole('button', { name: 'Dismiss' }).click()
      await pressAtFoot(pressed)
      await toasts.first().waitFor()
      expect(await covered(pressed), `${width} px`).toEqual([])
      await expect(toasts.first(), 'still there').toBeVisible()
    }
  })
