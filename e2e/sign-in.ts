import type { Page } from 'playwright-core'
import { hydrated, type OpenOptions, openPage } from './browser.ts'

/** Of every person of the demo market. */
export const DEMO_PASSWORD = 'Sankofa-2026'

/** Fills in the login page that is open; the site goes on by itself. */
export async function logIn(page: Page, email: string): Promise<void> {
  const form = page.getByRole('tabpanel')
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await form.getByRole('button', { name: 'Login', exact: true }).click()
}

interface SignedInView extends OpenOptions {
  email: string
}

/** Opens an address as somebody who has just logged in. */
export async function openSignedIn(address: string, { email, ...options }: SignedInView): Promise<Page> {
  const page = await openPage(`/auth/login?next=${encodeURIComponent(address)}`, options)
  await logIn(page, email)
  await page.waitForURL(address)
  // As opened by its address: going on after the login replaces one page by another, which counts as a shift.
  await page.reload()
  await hydrated(page)
  return page
}
