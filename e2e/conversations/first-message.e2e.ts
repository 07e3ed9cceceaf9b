import { randomInt, randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { hydrated } from '#e2e/browser.ts'
import { countEffort, findListing, documentedEffort } from '#e2e/effort.ts'
import { offerListing } from '#e2e/listings.ts'
import { DEMO_PASSWORD, newPerson, sentTo, signedIn } from '#e2e/people.ts'
import { logIn } from '#e2e/sign-in.ts'
import { expect, expectSoon, test } from '#e2e/journey.ts'

const width = 390
const HOSTILE = `<b>Is</b> it blue? '"]} <script>alert(1)</script> ../..`
const CONFIRM_LINK = /(\/auth\/verify-email#token=[\w-]{43})/
const IN_CONVERSATION = /\/conversation\/[0-9a-f-]{36}$/

/** A word that occurs in only one title. */
const WORD = `Tb${randomUUID().slice(0, 6)}`
const TITLE = `A table to write about ${WORD}`

let seller = ''
let product = ''
test.beforeAll(async () => {
  seller = await newPerson('Adjoa Sells Tables')
  product = `/products/${await offerListing(await signedIn(seller), TITLE)}`
})

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Message Seller' })
const messages = (page: Page) => page.getByRole('list', { name: 'Messages' })
const written = (page: Page) => messages(page).locator('.message-text')

async function openSheet(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Message Seller' }).filter({ visible: true }).click()
  await expect(sheet(page).getByText('Please log in to message the seller')).toBeVisible()
}

async function signUp(page: Page, email: string): Promise<void> {
  await sheet(page).getByLabel('Name').fill('Yaa')
  await sheet(page).getByLabel('Email').fill(email)
  await sheet(page).getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await sheet(page).getByRole('button', { name: 'Sign up and send' }).click()
  await expect(
    sheet(page).getByText('Your message is sent as soon as you confirm your e-mail.'),
  ).toBeVisible()
}

const stored = (page: Page) =>
  page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))

test('A new person writes, signs up and confirms, and the message is in the conversation', async ({
  openPage,
}) => {
  const email = `${randomUUID()}@example.com`
  const page = await openPage(product, { width })
  await openSheet(page)
  await expect(sheet(page).getByText('A table to write about')).toBeVisible()
  const hidden = await sheet(page).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  expect(hidden, 'pixels beside the sheet').toBe(0)
  await sheet(page).getByRole('textbox', { name: 'Message' }).fill(HOSTILE)
  await signUp(page, email)
  await expectSoon(() => stored(page)).not.toContain(DEMO_PASSWORD)

  // The sheet shows the notice again until the address is confirmed.
  await sheet(page).getByRole('button', { name: 'Close' }).click()
  // Closing goes back in the history, which would cancel the reload.
  await expectSoon(() =>
    page.evaluate(() => (history.state as { above?: string } | null)?.above),
  ).toBeUndefined()
  await page.reload()
  await hydrated(page)
  await page.getByRole('button', { name: 'Message Seller' }).filter({ visible: true }).click()
  await expect(sheet(page).getByText('Waiting for you to confirm')).toBeVisible()

  await page.goto(await sentTo(email, CONFIRM_LINK))
  await page.waitForURL(IN_CONVERSATION)
  await expect(messages(page).getByText('Sent', { exact: true })).toBeVisible()
  await expect(written(page)).toHaveText([HOSTILE])
  await expectSoon(() => stored(page)).not.toContain('first-message')
})

test('A person logs in from the sheet and the chosen message is in the conversation', async ({
  openPage,
}) => {
  const email = await newPerson('Kojo Logs In')
  const page = await openPage(product, { width })
  await openSheet(page)
  await sheet(page).getByRole('button', { name: 'What is your best price?' }).click()
  await sheet(page).getByRole('link', { name: 'Log in' }).click()
  await page.waitForURL('/auth/login?next=**')
  await logIn(page, email)
  await page.waitForURL(IN_CONVERSATION)
  await expect(messages(page).getByText('Sent', { exact: true })).toBeVisible()
  await expect(written(page)).toHaveText(['What is your best price?'])
  await page.goBack()
  await page.waitForURL((url) => !IN_CONVERSATION.test(url.pathname))
})

test('A link opened in another browser leads to the product, and the message waits in the first', async ({
  openPage,
}) => {
  const email = `${randomUUID()}@example.com`
  const page = await openPage(product, { width })
  await openSheet(page)
  await signUp(page, email)
  await page.goto('/messages')
  const waiting = page.getByRole('link', { name: 'A table to write about' })
  await expect(waiting.getByText('Waiting', { exact: true })).toBeVisible()
  await expect(waiting.getByText('Is this still available?')).toBeVisible()

  const elsewhere = await openPage(await sentTo(email, CONFIRM_LINK), { width })
  await elsewhere.getByRole('button', { name: 'Confirm address' }).click()
  await elsewhere.getByLabel('New password', { exact: true }).fill(DEMO_PASSWORD)
  await elsewhere.getByLabel('Confirm password', { exact: true }).fill(DEMO_PASSWORD)
  await elsewhere.getByRole('button', { name: 'Update Password' }).click()
  await elsewhere.waitForURL(product)

  await page.goto('/auth/login')
  await hydrated(page)
  await logIn(page, email)
  await page.getByRole('link', { name: 'Open the chat' }).click()
  await page.waitForURL(IN_CONVERSATION)
  await expect(messages(page).getByText('Sent', { exact: true })).toBeVisible()
  await expect(written(page)).toHaveText(['Is this still available?'])
})

test('A new person writes by e-mail with the documented effort', async ({ openPage }) => {
  const email = `ama.${randomUUID().slice(0, 6)}@example.com`
  const page = await openPage(product, { width })
  const effort = countEffort(page)
  const { tap, tapElsewhere, type } = effort
  await tap(page.getByRole('button', { name: 'Message Seller' }).filter({ visible: true }))
  await expect(sheet(page).getByLabel('Name')).toBeFocused()
  await type('Ama Mensah')
  await tap(sheet(page).getByLabel('Email'))
  await type(email)
  await tap(sheet(page).getByLabel('Password', { exact: true }))
  await type('zuq7-Wok4b')
  await tap(sheet(page).getByRole('button', { name: 'Sign up and send' }))
  await expect(sheet(page).getByText('Waiting for you to confirm')).toBeVisible()
  // The link in the mailbox.
  tapElsewhere(1)
  await page.goto(await sentTo(email, CONFIRM_LINK))
  await page.waitForURL(IN_CONVERSATION)
  await expect(messages(page).getByText('Sent', { exact: true })).toBeVisible()
  await expect(written(page)).toHaveText(['Is this still available?'])
  expect(effort.counted()).toEqual(documentedEffort('new person, by e-mail'))
})

const SMS_CODE = /^(\d{4}) is your/
const someNumber = () => `024${String(randomInt(10_000_000)).padStart(7, '0')}`
const inE164 = (number: string) => `+233${number.slice(1)}`

test('A new person finds an item and writes to its seller by phone with the documented effort', async ({
  openPage,
}) => {
  const number = someNumber()
  const page = await openPage('/', { width })
  const effort = countEffort(page)
  const { tap, type } = effort
  await findListing(page, effort, WORD)
  const found = effort.counted()

  await tap(page.getByRole('button', { name: 'Message Seller' }).filter({ visible: true }))
  await tap(sheet(page).getByRole('button', { name: 'Continue with phone' }))
  await expect(sheet(page).getByLabel('Name')).toBeFocused()
  await type('Ama Mensah')
  await tap(sheet(page).getByLabel('Phone number'))
  await type(number)
  await tap(sheet(page).getByRole('button', { name: 'Send code' }))
  await expect(
    sheet(page).getByText('Your message is sent as soon as your number is verified.'),
  ).toBeVisible()
  const code = sheet(page).getByLabel('Verification code')
  await expect(code).toBeFocused()
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await code.focus()
  // The last digit submits the code.
  await type(await sentTo(inE164(number), SMS_CODE))
  await page.waitForURL(IN_CONVERSATION)
  await expect(messages(page).getByText('Sent', { exact: true })).toBeVisible()
  await expect(written(page)).toHaveText(['Is this still available?'])
  expect(effort.counted(found)).toEqual(documentedEffort('new person, by phone'))
  expect(effort.counted()).toEqual(documentedEffort('find a thing and write to its seller, as a new person'))
})
