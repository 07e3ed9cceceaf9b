import type { Page } from '@playwright/test'
import { DEMO_PASSWORD } from './people.ts'

/** Fills in the open login page; the site then continues by itself. */
export async function logIn(page: Page, email: string): Promise<void> {
  const form = page.getByRole('tabpanel')
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await form.getByRole('button', { name: 'Log in', exact: true }).click()
}
