import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, expectSoon, test } from '#e2e/journey.ts'
import { Keyboard } from '#e2e/keyboard.ts'
import { publishListing } from '#e2e/listings.ts'
import { expectShown } from '#e2e/page-checks.ts'
import { DEMO_PASSWORD, newPerson, sentTo, signedIn } from '#e2e/people.ts'

const width = 1280
const unique = (name: string) => `${name} ${randomUUID().slice(0, 8)}`
const arrivedAt = (page: Page, name: string) => expectShown(page.getByRole('heading', { level: 1, name }))

test('a product is found and its seller written to by keyboard alone', async ({ openSignedIn }) => {
  const title = unique('Carved stool')
  await publishListing(await signedIn(await newPerson('Abena Carves')), title)
  const page = await openSignedIn('/', { email: await newPerson('Kofi Types'), width })
  const keyboard = await Keyboard.of(page)
  await keyboard.tabTo('combobox', 'Search')
  await keyboard.type(title)
  await keyboard.press('Enter')
  await page.waitForURL('/products?search=**')
  await expectShown(page.getByText('Showing 1 product'))
  await keyboard.expectFocus()

  await keyboard.tabTo('link', new RegExp(title))
  await keyboard.press('Enter')
  await page.waitForURL(/\/products\/[\w-]{36}$/)
  await arrivedAt(page, title)
  await keyboard.expectFocus()

  await keyboard.tabTo('button', 'Message Seller')
  await keyboard.press('Enter')
  await page.waitForURL(/\/conversation\//)
  await expectShown(page.getByRole('textbox', { name: 'Message' }))
  await keyboard.expectFocus()
  await keyboard.tabTo('textbox', 'Message')
  await keyboard.type('Is the stool still there?')
  await keyboard.tabTo('button', 'Send')
  await keyboard.press('Enter')
  const messages = page.getByRole('list', { name: 'Messages' })
  await expectShown(messages.getByText('Is the stool still there?'))
  await keyboard.expectFocus()
})

test('a thing is listed by keyboard alone', async ({ openSignedIn }) => {
  const page = await openSignedIn('/create-product', { email: await newPerson('Esi Lists'), width })
  const keyboard = await Keyboard.of(page)
  const title = unique('Clay pot')
  await keyboard.tabTo('button', 'Add photos')
  const picker = page.waitForEvent('filechooser')
  await keyboard.press('Enter')
  const buffer = await sharp({ create: { width: 1200, height: 900, channels: 3, background: '#86a' } })
    .jpeg()
    .toBuffer()
  await (await picker).setFiles([{ name: 'pot.jpg', mimeType: 'image/jpeg', buffer }])
  await expectShown(page.getByText('1 of 5'))
  await keyboard.expectFocus()
  await keyboard.tabTo('textbox', 'Title')
  await keyboard.type(title)
  await keyboard.tabTo('combobox', 'Category')
  await keyboard.type('Other')
  await keyboard.tabTo('textbox', /^Price in/)
  await keyboard.type('120')
  await keyboard.tabTo('combobox', 'Region')
  await keyboard.type('Ashanti')
  await keyboard.tabTo('button', 'Publish listing')
  await keyboard.press('Enter')
  await page.waitForURL('/products', { timeout: 60_000 })
  // What it offers stands above the list, and comes after it.
  await expectShown(page.getByRole('link', { name: 'View listing' }))
  await keyboard.expectFocus()
  await keyboard.tabTo('link', 'View listing')
  await keyboard.press('Enter')
  await arrivedAt(page, title)
  await keyboard.expectFocus()
})

test('somebody signs up, confirms, logs out and in by keyboard alone', async ({ openPage }) => {
  const email = `${randomUUID()}@example.com`
  const page = await openPage('/auth/login', { width })
  const keyboard = await Keyboard.of(page)
  await keyboard.tabTo('tab', 'Login')
  await keyboard.press('ArrowRight')
  await keyboard.press('Enter')
  await keyboard.tabTo('textbox', 'Name')
  await keyboard.type('Yaa Keys')
  await keyboard.tabTo('textbox', 'Email')
  await keyboard.type(email)
  await keyboard.tabTo('textbox', 'Password')
  await keyboard.type(DEMO_PASSWORD)
  await keyboard.tabTo('textbox', 'Confirm password')
  await keyboard.type(DEMO_PASSWORD)
  await keyboard.tabTo('checkbox', /terms/i)
  await keyboard.press('Space')
  await keyboard.tabTo('button', 'Register')
  await keyboard.press('Enter')
  await expectShown(page.getByRole('heading', { name: 'Check your e-mail' }))
  await keyboard.expectFocus()

  await page.goto(await sentTo(email, /(\/auth\/verify-email#token=[\w-]{43})/))
  await page.waitForURL('/')
  await keyboard.tabTo('button', 'My Account')
  await keyboard.press('Enter')
  await keyboard.tabTo('button', 'Logout')
  await keyboard.press('Enter')
  await page.waitForURL('/auth/login')
  await keyboard.expectFocus()

  await keyboard.tabTo('textbox', 'Email')
  await keyboard.type(email)
  await keyboard.tabTo('textbox', 'Password')
  await keyboard.type(DEMO_PASSWORD)
  await keyboard.press('Enter')
  await page.waitForURL('/')
  await expectShown(page.getByRole('button', { name: 'My Account' }))
  await keyboard.expectFocus()
})

test('settings are found and changed by keyboard alone', async ({ openSignedIn }) => {
  const page = await openSignedIn('/', { email: await newPerson('Ato Settings'), width })
  const keyboard = await Keyboard.of(page)
  await keyboard.tabTo('button', 'My Account')
  await keyboard.press('Enter')
  await keyboard.tabTo('link', 'Settings')
  await keyboard.press('Enter')
  await page.waitForURL('/settings-page')
  await expectShown(page.getByText('This device'))
  await keyboard.expectFocus()
  await keyboard.tabTo('checkbox', 'Push notifications')
  await keyboard.press('Space')
  await expectShown(page.getByText('Preferences saved'))
  expect(await page.getByLabel('Push notifications').evaluate((box) => box === document.activeElement)).toBe(
    true,
  )
  await expectSoon(() => page.getByLabel('Push notifications').isChecked()).toBe(false)
})
