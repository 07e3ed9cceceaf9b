import type { Page } from '@playwright/test'
import { hydrated } from '#e2e/browser.ts'
import { newPerson } from '#e2e/people.ts'
import { expect, expectSoon, test } from '#e2e/journey.ts'

const width = 1280

const typed = async (page: Page) => [
  await page.getByLabel('Name').inputValue(),
  await page.getByLabel('Email').inputValue(),
]
const TYPED = ['Ama Mensah', 'ama.mensah@example.com']

async function type(page: Page): Promise<void> {
  await page.getByLabel('Name').fill('Ama Mensah')
  await page.getByLabel('Email').fill('ama.mensah@example.com')
  await page.getByLabel('Password', { exact: true }).fill('Kente-lamp-rests-26')
}

test('The register form keeps its text while a person reads the terms', async ({ openPage }) => {
  const page = await openPage('/auth/register', { width })
  await type(page)
  for (const name of [/^terms and conditions/, /^privacy policy/]) {
    const opening = page.waitForEvent('popup')
    await page.getByRole('tabpanel').getByRole('link', { name }).first().click()
    const other = await opening
    await expect(other.getByRole('heading', { level: 1, name: /terms|privacy/i })).toBeVisible()
    expect(await other.evaluate(() => opener !== null)).toBe(false)
    await other.close()
  }
  expect(await typed(page)).toEqual(TYPED)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('Kente-lamp-rests-26')
})

test('A person returns to the register form and finds the typed text, without a password', async ({
  openPage,
}) => {
  const page = await openPage('/auth/register', { width: 390 })
  await type(page)
  const expectTyped = async () => {
    await expectSoon(() => typed(page)).toEqual(TYPED)
  }

  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).first().click()
  await page.waitForURL('/privacy')
  await page.goBack()
  await expectTyped()
  await page.getByRole('tab', { name: 'Login' }).click()
  await page.getByRole('tab', { name: 'Register' }).click()
  await expectTyped()
  await page.goto('/terms')
  await page.goto('/auth/register')
  await hydrated(page)
  await expectTyped()
  const stored = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))
  expect(stored).toContain('Ama Mensah')
  expect(stored).not.toContain('Kente')
})

const focus = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    return element?.getAttribute('role') === 'tabpanel' ? 'panel' : (element?.textContent ?? '')
  })

test('An opened tab of the sign-in screen has the focus after a click and by keyboard', async ({
  openPage,
}) => {
  const page = await openPage('/auth/login', { width: 1280 })
  const byClick = (name: string) => page.getByRole('tab', { name }).click()
  const byKeys = async () => {
    await page.getByRole('tab', { selected: true }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
  }
  const expectOpened = async () => {
    await expectSoon(() => focus(page)).toBe('Create Account')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(page.getByLabel('Name')).toBeFocused()
  }
  await byClick('Register')
  await expectOpened()
  await byClick('Login')
  await byKeys()
  await expectOpened()
})

test('An opened tab of the dashboard or a listing has the focus, and arrow keys stay on the tabs', async ({
  openSignedIn,
}) => {
  const email = await newPerson('Yaa Tabs')
  const page = await openSignedIn('/dashboard', { email, width: 390 })
  await page.getByRole('tab', { name: 'Notifications' }).click()
  await expectSoon(() => focus(page)).toBe('panel')
  await page.getByRole('tab', { name: 'Notifications' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('link', { name: 'Go to Messages' })).toBeVisible()
  await expectSoon(() => focus(page)).toBe('Messages')

  await page.goto('/create-product')
  await page.getByRole('button', { name: 'Next: Images' }).click()
  await expectSoon(() => focus(page)).toBe('panel')
  await expect(page.getByRole('tabpanel', { name: 'Images' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expectSoon(() => focus(page)).toBe('Images')
})
