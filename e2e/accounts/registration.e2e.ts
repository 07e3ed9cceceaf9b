import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { DEMO_PASSWORD, newPerson, sentTo } from '#e2e/people.ts'
import { logIn } from '#e2e/sign-in.ts'
import { expect, test } from '#e2e/journey.ts'

const width = 390
/** The server's answer to a wrong password, which the journey causes on purpose. */
const WRONG_PASSWORD = [/401/]

const panel = (page: Page) => page.getByRole('tabpanel')

async function register(page: Page, email: string): Promise<void> {
  const form = panel(page)
  await form.getByLabel('Name').fill('Yaa Asantewaa')
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await form.getByLabel('Confirm password', { exact: true }).fill(DEMO_PASSWORD)
  await expect(form.getByText('Password strength: Strong')).toBeVisible()
  await form.getByRole('checkbox').check()
  await form.getByRole('button', { name: 'Sign up', exact: true }).click()
}

test('A person registers, confirms by the mailed link, logs out and logs in again', async ({ openPage }) => {
  const page = await openPage('/auth/register', { width, expected: WRONG_PASSWORD })
  const email = `${randomUUID()}@example.com`
  await register(page, email)
  await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible()

  const link = await sentTo(email, /(\/auth\/verify-email#token=[\w-]{43})/)
  await page.goto(link)
  await page.waitForURL('/')
  await page.getByRole('button', { name: 'My Account' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('/auth/login')

  await panel(page).getByLabel('Email').fill(email)
  await panel(page).getByLabel('Password', { exact: true }).fill('Wrong-1234')
  await panel(page).getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByRole('alert').getByText('Invalid email or password.')).toBeVisible()
  await logIn(page, email)
  await page.waitForURL('/')
  await expect(page.getByRole('button', { name: 'My Account' })).toBeVisible()
})

test('A mailed link replaces a forgotten password', async ({ openPage }) => {
  const email = await newPerson('Kwame Forgets')
  const page = await openPage('/auth/login', { width })
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(page.getByText(`If ${email} has an account here`)).toBeVisible()

  await page.goto(await sentTo(email, /(\/auth\/update-password#token=[\w-]{43})/))
  await page.getByLabel('New password', { exact: true }).fill('Brass-kettle-rests-2')
  await page.getByLabel('Confirm password', { exact: true }).fill('Brass-kettle-rests-2')
  await page.getByRole('button', { name: 'Update Password' }).click()
  await page.waitForURL('/auth/login')

  await panel(page).getByLabel('Email').fill(email)
  await panel(page).getByLabel('Password', { exact: true }).fill('Brass-kettle-rests-2')
  await panel(page).getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL('/')
})

test('A person who registers in order to sell returns to the listing form by a link opened elsewhere', async ({
  openPage,
}) => {
  const email = `${randomUUID()}@example.com`
  const here = await openPage('/create-product', { width })
  await here.getByRole('link', { name: 'Sign up' }).click()
  await register(here, email)
  await expect(here.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible()

  const link = await sentTo(email, /(\/auth\/verify-email#token=[\w-]{43})/)
  const elsewhere = await openPage(link, { width })
  await elsewhere.getByRole('button', { name: 'Confirm address' }).click()
  await expect(elsewhere.getByText('Anyone could have registered with your address')).toBeVisible()
  await elsewhere.getByLabel('New password', { exact: true }).fill(DEMO_PASSWORD)
  await elsewhere.getByLabel('Confirm password', { exact: true }).fill(DEMO_PASSWORD)
  await elsewhere.getByRole('button', { name: 'Update Password' }).click()
  await elsewhere.waitForURL('/create-product')
})

test('A login before the confirmation asks for it and sends the link again', async ({ openPage }) => {
  const email = `${randomUUID()}@example.com`
  const page = await openPage('/auth/register?next=%2Fmessages', { width, expected: [/403/] })
  await register(page, email)
  await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible()
  const first = await sentTo(email, /#token=([\w-]{43})/)
  await page.goto('/auth/login')
  await logIn(page, email)
  await expect(
    page.getByRole('alert').getByText('Please verify your email address before logging in.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Send the link again' }).click()
  await expect(page.getByText('A new link is on its way.')).toBeVisible()
  const newer = new RegExp(`(/auth/verify-email#token=(?!${first})[\\w-]{43})`)
  await page.goto(await sentTo(email, newer))
  await page.waitForURL('/messages')
})

test('A mailed link lets the owner in after five wrong passwords', async ({ openPage }) => {
  const email = await newPerson('Kwame Kept Out')
  const page = await openPage('/auth/login', { width, expected: [/401/, /429/] })
  const form = panel(page)
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Password', { exact: true }).fill('Wrong-1234')
  const offer = page.getByRole('button', { name: 'Send me a login link' })
  for (let count = 0; count < 6; count += 1) {
    const answered = page.waitForResponse('**/api/auth/login')
    await form.getByRole('button', { name: 'Log in', exact: true }).click()
    await answered
    await form.getByRole('button', { name: 'Log in', exact: true }).waitFor()
  }
  await expect(
    page.getByRole('alert').getByText('Too many login attempts. Please try again in 15 minutes.'),
  ).toBeVisible()
  await offer.click()
  await expect(page.getByText(`If ${email} has an account here`)).toBeVisible()
  const link = await sentTo(email, /(\/auth\/login#link=[\w-]{43})/)

  const elsewhere = await openPage(link, { width, expected: [/410/] })
  await expect(elsewhere.getByText(`This link logs you in as ${email}.`)).toBeVisible()
  await page.goto(link)
  await page.waitForURL('/')
  await elsewhere.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(elsewhere.getByText('This link has expired or was used already.')).toBeVisible()
})
