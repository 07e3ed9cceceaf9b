import { randomInt, randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { hydrated } from '#e2e/browser.ts'
import { countEffort, findListing, writtenEffort } from '#e2e/effort.ts'
import { marketUrl } from '#e2e/market.ts'
import { publishListing } from '#e2e/listings.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll, expectShown } from '#e2e/page-checks.ts'
import { DEMO_PASSWORD, newPerson, sentTo, signedIn } from '#e2e/people.ts'
import { logIn } from '#e2e/sign-in.ts'
import { expect, expectSoon, test } from '#e2e/journey.ts'

const width = 390
const HOSTILE = `<b>Is</b> it blue? '"]} <script>alert(1)</script> ../..`
const CONFIRM_LINK = /(\/auth\/verify-email#token=[\w-]{43})/
const IN_CONVERSATION = /\/conversation\/[0-9a-f-]{36}$/

/** Alone in the title that has it. */
const WORD = `Tb${randomUUID().slice(0, 6)}`
const TITLE = `A table to write about ${WORD}`

let seller = ''
let product = ''
test.beforeAll(async () => {
  seller = await newPerson('Adjoa Sells Tables')
  product = `/products/${await publishListing(await signedIn(seller), TITLE)}`
})

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Message Seller' })
const messages = (page: Page) => page.getByRole('list', { name: 'Messages' })
const written = (page: Page) => messages(page).locator('.message-text').allInnerTexts()

async function openSheet(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Message Seller' }).filter({ visible: true }).click()
  await expectShown(sheet(page).getByText('Please log in to message the seller'))
}

async function signUp(page: Page, email: string): Promise<void> {
  await sheet(page).getByLabel('Name').fill('Yaa')
  await sheet(page).getByLabel('Email').fill(email)
  await sheet(page).getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await sheet(page).getByRole('checkbox').check()
  await sheet(page).getByRole('button', { name: 'Sign up and send' }).click()
  await expectShown(sheet(page).getByText('Your message is sent as soon as you confirm your e-mail.'))
}

const stored = (page: Page) =>
  page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))

test('a new person writes, signs up, confirms, and is in the conversation with what they wrote', async ({
  openPage,
}) => {
  const email = `${randomUUID()}@example.com`
  const page = await openPage(product, { width })
  await openSheet(page)
  await expectShown(sheet(page).getByText('A table to write about'))
  await expectNoAxeViolations(page)
  await expectNoSidewaysScroll(page)
  const hidden = await sheet(page).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  expect(hidden, 'pixels beside the sheet').toBe(0)
  await sheet(page).getByRole('textbox', { name: 'Message' }).fill(HOSTILE)
  await signUp(page, email)
  await expectNoAxeViolations(page)
  expect(await stored(page)).not.toContain(DEMO_PASSWORD)

  // The sheet says so again until then.
  await sheet(page).getByRole('button', { name: 'Close' }).click()
  await page.reload()
  await hydrated(page)
  await page.getByRole('button', { name: 'Message Seller' }).filter({ visible: true }).click()
  await expectShown(sheet(page).getByText('Waits for you to confirm'))

  await page.goto(await sentTo(email, CONFIRM_LINK))
  await page.waitForURL(IN_CONVERSATION)
  await expectShown(messages(page).getByText('Sent', { exact: true }))
  expect(await written(page)).toEqual([HOSTILE])
  expect(await stored(page)).not.toContain('first-message')
})

test('who logs in from the sheet is in the conversation with what they chose', async ({ openPage }) => {
  const email = await newPerson('Kojo Logs In')
  const page = await openPage(product, { width })
  await openSheet(page)
  await sheet(page).getByRole('button', { name: 'What is your best price?' }).click()
  await sheet(page).getByRole('link', { name: 'Log in' }).click()
  await page.waitForURL('/auth/login?next=**')
  await logIn(page, email)
  await page.waitForURL(IN_CONVERSATION)
  await expectShown(messages(page).getByText('Sent', { exact: true }))
  expect(await written(page)).toEqual(['What is your best price?'])
  await page.goBack()
  await page.waitForURL((url) => !IN_CONVERSATION.test(url.pathname))
})

test('a seller who logs in from the sheet comes back to their own listing', async ({ openPage }) => {
  const page = await openPage(product, { width: 1440 })
  await openSheet(page)
  await sheet(page).getByRole('link', { name: 'Log in' }).click()
  await logIn(page, seller)
  await page.waitForURL(product)
  await expectShown(page.getByText('Cannot message yourself'))
  const own = page.getByRole('button', { name: 'Your Listing' }).filter({ visible: true })
  await expectShown(own)
  expect(await own.isDisabled()).toBe(true)
})

test('a link opened in another browser leads to the product, and the message waits where it was written', async ({
  openPage,
}) => {
  const email = `${randomUUID()}@example.com`
  const page = await openPage(product, { width })
  await openSheet(page)
  await signUp(page, email)
  await page.goto('/messages')
  const waiting = page.getByRole('link', { name: 'A table to write about' })
  await expectShown(waiting.getByText('Waiting', { exact: true }))
  await expectShown(waiting.getByText('Is this still available?'))
  await expectNoAxeViolations(page)

  const elsewhere = await openPage(await sentTo(email, CONFIRM_LINK), { width })
  await elsewhere.getByLabel('New password', { exact: true }).fill(DEMO_PASSWORD)
  await elsewhere.getByLabel('Confirm password', { exact: true }).fill(DEMO_PASSWORD)
  await elsewhere.getByRole('button', { name: 'Update Password' }).click()
  await elsewhere.waitForURL(product)

  await page.goto('/auth/login')
  await hydrated(page)
  await logIn(page, email)
  await page.getByRole('link', { name: 'Open the conversation' }).click()
  await page.waitForURL(IN_CONVERSATION)
  await expectShown(messages(page).getByText('Sent', { exact: true }))
  expect(await written(page)).toEqual(['Is this still available?'])
})

test('another account that signs in meanwhile neither sends the message nor finds it', async ({
  openPage,
}) => {
  const page = await openPage(product, { width })
  const opened: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/api\/conversations/.test(request.url())) opened.push(request.url())
  })
  await openSheet(page)
  await sheet(page).getByRole('textbox', { name: 'Message' }).fill('Only from Yaa')
  await signUp(page, `${randomUUID()}@example.com`)
  await page.goto('/auth/login')
  await hydrated(page)
  await logIn(page, await newPerson('Kwame Between'))
  await page.waitForURL('/')
  await expectSoon(() => stored(page)).not.toContain('Only from Yaa')
  await page.goto('/messages')
  await expectShown(page.getByRole('heading', { level: 1, name: 'Messages' }))
  expect(opened).toEqual([])
})

const SMS_CODE = /^(\d{4}) is your/
const someNumber = () => `024${String(randomInt(10_000_000)).padStart(7, '0')}`
const inE164 = (number: string) => `+233${number.slice(1)}`

/** The newest first. */
async function codesSentTo(number: string): Promise<string[]> {
  const response = await fetch(`${marketUrl}/dev/outbox.json?to=${encodeURIComponent(inE164(number))}`)
  const { messages: found } = (await response.json()) as { messages: { text: string }[] }
  return found.map(({ text }) => SMS_CODE.exec(text)?.[1] ?? '')
}

test('a new person finds a thing and writes to its seller by phone, in as few taps and characters as is written', async ({
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
  await expectNoAxeViolations(page)
  await tap(sheet(page).getByRole('button', { name: 'Send code' }))
  await expectShown(sheet(page).getByText('Your message is sent as soon as your number is verified.'))
  const code = sheet(page).getByLabel('Verification code')
  await expect(code).toBeFocused()
  expect(await code.getAttribute('autocomplete')).toBe('one-time-code')
  await expectNoAxeViolations(page)
  await expectNoSidewaysScroll(page)
  // Another width, which that tried, takes the focus away.
  await code.focus()
  // The last digit sends it.
  await type(await sentTo(inE164(number), SMS_CODE))
  await page.waitForURL(IN_CONVERSATION)
  await expectShown(messages(page).getByText('Sent', { exact: true }))
  expect(await written(page)).toEqual(['Is this still available?'])
  expect(effort.counted(found)).toEqual(writtenEffort('new person, by phone'))
  expect(effort.counted()).toEqual(writtenEffort('find a thing and write to its seller, as a new person'))
})

test('somebody with the number of another, guesses and an old code gets nobody in', async ({ openPage }) => {
  const number = someNumber()
  const owner = await openPage('/auth/register', { width })
  await hydrated(owner)
  await owner.getByRole('button', { name: 'Continue with phone' }).click()
  await owner.getByLabel('Name').fill('Efua Owner')
  await owner.getByLabel('Phone number').fill(number)
  await expectNoAxeViolations(owner)
  await owner.getByRole('button', { name: 'Send code' }).click()
  await expectShown(owner.getByLabel('Verification code'))
  const old = await sentTo(inE164(number), SMS_CODE)
  await owner.getByLabel('Verification code').fill(old)
  await expectShown(owner.getByText('Account created!'))
  await owner.waitForURL('/')

  const thief = await openPage('/auth/login', { width, expected: [/422|410/] })
  await hydrated(thief)
  await thief.getByRole('button', { name: 'Continue with phone' }).click()
  await thief.getByLabel('Phone number').fill(number)
  await thief.getByRole('button', { name: 'Send code' }).click()
  const field = thief.getByLabel('Verification code')
  await expectShown(field)
  // The owner's code was used, and another was sent.
  await expectSoon(async () => (await codesSentTo(number)).length).toBe(2)
  const [sent = ''] = await codesSentTo(number)
  for (const guess of [1, 2, 3].map((step) => String((Number(sent) + step) % 10_000).padStart(4, '0'))) {
    await field.fill(guess)
    await expectShown(thief.getByText('Invalid verification code'))
    await field.fill('')
  }
  await field.fill(old)
  await expectShown(thief.getByText('This code no longer works. Ask for a new one.'))
  expect(await thief.evaluate(() => localStorage.getItem('sankofa.session'))).toBeNull()
})
