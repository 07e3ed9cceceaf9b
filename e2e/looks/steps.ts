import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { PROBLEMS } from '#contract/problem.ts'

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

/** Answers the next change of the e-mail address as the server does in an old session. */
export const asIfLongAgo = async (page: Page) => {
  const { status, message } = PROBLEMS['reauthentication-required']
  const json = { error: { code: 'reauthentication-required', message, requestId: 'r1' } }
  await page.route('**/api/account/email', (route) => route.fulfill({ status, json }), { times: 1 })
}
