import type { Page } from 'playwright-core'

/** Of every person of the demo market. */
export const DEMO_PASSWORD = 'Sankofa-2026'

/** Fills in the login page that is open; the site goes on by itself. */
export async function logIn(page: Page, email: string): Promise<void> {
  const form = page.getByRole('tabpanel')
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await form.getByRole('button', { name: 'Login', exact: true }).click()
}
