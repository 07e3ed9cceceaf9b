import type { Page } from '@playwright/test'
import { MESSAGE_MAX } from '#contract/limits.ts'
import { longText, RICH_SELLER } from './market.ts'
import { submit, tab } from './steps.ts'

export async function addTagsAndDetails(page: Page) {
  await page.getByLabel('Tags', { exact: true }).fill(`${'wonderful'.repeat(3)},lamp,`)
  await page.getByRole('button', { name: 'Add a detail' }).click()
}

export async function useTemplate(page: Page) {
  await tab('Templates')(page)
  await page.locator('button.template').first().click()
  await page.getByLabel('Title').waitFor()
}

export async function writeOffline(page: Page) {
  await page.context().setOffline(true)
  await page.getByPlaceholder('Write a message').fill(longText(MESSAGE_MAX))
  await page.getByRole('button', { name: 'Send', exact: true }).click()
}

export async function saveWrongProfile(page: Page) {
  await page.getByLabel('Full name').fill('')
  await page.getByLabel('Username').fill('no such name!')
  await submit('Save changes')(page)
}

export async function logInWrongly(page: Page) {
  await page.getByLabel('Email').fill(RICH_SELLER.email)
  await page.getByLabel('Password', { exact: true }).fill('Not-hers-2026')
  await submit('Log in')(page)
  await page.getByRole('main').getByRole('alert').first().waitFor()
}

const LONG_EMAIL = `${'somebody.with.a.long.name'.repeat(2)}@example.com`

export async function register(page: Page) {
  await page.getByLabel('Name').fill('Yaa Asantewaa')
  await page.getByLabel('Email').fill(LONG_EMAIL)
  await page.getByLabel('Password', { exact: true }).fill('Trotro-mate-waits-26')
  await page.getByLabel('Confirm password', { exact: true }).fill('Trotro-mate-waits-26')
  await page.getByRole('checkbox').check()
  await submit('Sign up')(page)
  await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor()
}

export async function requestPassword(page: Page) {
  await page.getByLabel('Email').fill(LONG_EMAIL)
  await submit('Send Reset Link')(page)
  await page.getByText('has an account here').waitFor()
}

export async function stopMails(page: Page) {
  await submit('Stop these e-mails')(page)
  await page.getByRole('main').getByRole('alert').waitFor()
}

export async function writeToUs(page: Page) {
  await page.getByLabel('First name').fill('Yaa')
  await page.getByLabel('Last name').fill('Asantewaa')
  await page.getByLabel('Email').fill(LONG_EMAIL)
  await page.getByLabel('Subject').fill('My listing')
  await page.getByLabel('Message').fill('How do I change the town of my listing?')
  await submit(/^Send/)(page)
  await page.getByText('Message sent').waitFor()
}

export async function reportFromOutside(page: Page) {
  await page.getByLabel('The owner of a brand').check()
  await page.getByLabel('What is wrong?').selectOption('copied')
  await page.getByLabel('What happened').fill('These are my photos, taken in my shop.')
  await page.getByLabel('Your name').fill('Yaa Asantewaa')
  await page.getByLabel('Your e-mail address').fill(LONG_EMAIL)
  await page.getByLabel('What I wrote is true').check()
  await submit(/^Send/)(page)
  await page.getByText('We have your report').waitFor()
}

export async function loseNetwork(page: Page) {
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Other', exact: true }).click()
  // Until then the previous list is shown, dimmed.
  await page.getByText('This search needs the network').waitFor()
}
