import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { type ProblemCode, PROBLEMS } from '#contract/problem.ts'

export const submit = (name: string | RegExp) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).first().click()

export const press = (name: string | RegExp) => (page: Page) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click()

export const inOrder =
  (...steps: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page)
  }

/** Keeps toasts open during the look: timers as long as theirs never fire. */
export const keepToasts = (page: Page) =>
  page.evaluate(() => {
    const begin = window.setTimeout
    const never = 2 ** 31 - 1
    Object.assign(window, {
      setTimeout: (work: TimerHandler, milliseconds = 0, ...values: unknown[]) =>
        begin(work, milliseconds >= 5000 ? never : milliseconds, ...values),
    })
  })

export const type = (field: (page: Page) => Locator, text: string) => (page: Page) =>
  field(page).pressSequentially(text, { delay: 20 })

export const dialog = (page: Page) => page.getByRole('dialog')

export async function pictures(count: number) {
  const buffer = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#7a4a21' } })
    .jpeg()
    .toBuffer()
  return Array.from({ length: count }, (_, index) => ({
    name: `${index}.jpg`,
    mimeType: 'image/jpeg',
    buffer,
  }))
}

export const choose = (label: string, count: number) => async (page: Page) =>
  page
    .getByLabel(label)
    .first()
    .setInputFiles(await pictures(count))

export const tab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click()

/** Refuses the next change at an address. */
const refuseOnce = (address: string, code: ProblemCode) => async (page: Page) => {
  const { status, message } = PROBLEMS[code]
  const json = { error: { code, message, requestId: 'r1' } }
  let isRefused = false
  await page.route(address, (route) => {
    if (isRefused || route.request().method() === 'GET') return route.fallback()
    isRefused = true
    return route.fulfill({ status, json })
  })
}

/** Simulates the server's answer to a change of the e-mail address in an old session. */
export const asIfLongAgo = refuseOnce('**/api/account/email', 'reauthentication-required')

/** Simulates the server's answer to staff who entered their code long ago. */
export const asIfEnteredLongAgo = refuseOnce('**/api/moderation/notice', 'second-step-required')

/** Simulates the server's answer to staff before they delete an account. */
export const asIfDeletingLongAgo = refuseOnce('**/api/moderation/people/*', 'second-step-required')

/** Simulates an account that was created with a phone number and has an address. */
export const asIfByPhone = (page: Page) =>
  page.route('**/api/account', (route) =>
    route.fulfill({
      json: { email: 'bo@example.com', phone: '+233100000901', hasPassword: false },
    }),
  )
