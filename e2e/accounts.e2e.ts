import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { openPage } from './browser.ts'
import { newPerson, sentTo } from './new-person.ts'
import { expectNoAxeViolations, expectShown } from './page-checks.ts'
import { DEMO_PASSWORD, logIn } from './sign-in.ts'

const WIDTHS = [390, 1280]
/** A wrong password is answered so, on purpose. */
const WRONG_PASSWORD = [/401/]

const panel = (page: Page) => page.getByRole('tabpanel')

async function register(page: Page, email: string): Promise<void> {
  const form = panel(page)
  await form.getByLabel('Name').fill('Yaa Asantewaa')
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await form.getByLabel('Confirm password', { exact: true }).fill(DEMO_PASSWORD)
  await expectShown(form.getByText('Password strength: Strong'))
  await form.getByRole('checkbox').check()
  await form.getByRole('button', { name: 'Register', exact: true }).click()
}

test.each(WIDTHS)('register, confirm by the mailed link, log out and in again, at %i px', async (width) => {
  const page = await openPage('/auth/register', { width, expected: WRONG_PASSWORD })
  const email = `${randomUUID()}@example.com`
  await expectNoAxeViolations(page)
  await register(page, email)
  await expectShown(page.getByRole('heading', { name: 'Check your e-mail' }))

  const link = await sentTo(email, /(\/auth\/verify-email#token=[\w-]{43})/)
  await page.goto(link)
  await page.waitForURL('/')
  await page.getByRole('button', { name: 'My Account' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('/auth/login')

  await panel(page).getByLabel('Email').fill(email)
  await panel(page).getByLabel('Password', { exact: true }).fill('Wrong-1234')
  await panel(page).getByRole('button', { name: 'Login', exact: true }).click()
  await expectShown(page.getByRole('alert').getByText('Invalid email or password.'))
  await expectNoAxeViolations(page)
  await logIn(page, email)
  await page.waitForURL('/')
  await expectShown(page.getByRole('button', { name: 'My Account' }))
})

test.each(WIDTHS)('a forgotten password is replaced by the mailed link, at %i px', async (width) => {
  const email = await newPerson('Kwame Forgets')
  const page = await openPage('/auth/login', { width })
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expectShown(page.getByText(`If ${email} has an account here`))

  await page.goto(await sentTo(email, /(\/auth\/update-password#token=[\w-]{43})/))
  await page.getByLabel('New password', { exact: true }).fill('Brand-new-2026')
  await page.getByLabel('Confirm password', { exact: true }).fill('Brand-new-2026')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Update Password' }).click()
  await page.waitForURL('/auth/login')

  await panel(page).getByLabel('Email').fill(email)
  await panel(page).getByLabel('Password', { exact: true }).fill('Brand-new-2026')
  await panel(page).getByRole('button', { name: 'Login', exact: true }).click()
  await page.waitForURL('/')
})
