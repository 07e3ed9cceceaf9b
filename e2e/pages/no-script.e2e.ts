import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/journey.ts'
import { publishListing } from '#e2e/listings.ts'
import { changeProfile, newMember } from '#e2e/people.ts'

/** The browser logs the scripts that it does not run. */
const NO_SCRIPTS = [/\.js \(csp\)$/]
const withoutScript = (width: number) => ({ width, javaScript: false, expected: NO_SCRIPTS })

/** Visible buttons, except those of forms and popovers, which work without script. */
const idleButtons = (page: Page) =>
  page
    .getByRole('button')
    .filter({ visible: true })
    .and(page.locator('button[type=button]:not([popovertarget])'))

test('A search keeps its filters without script', async ({ openPage }) => {
  const page = await openPage(
    '/products?category=mobile&region=Greater+Accra&max=9000&sort=price_low',
    withoutScript(1280),
  )
  await page.getByRole('combobox', { name: 'Search' }).fill('phone')
  await page.getByRole('textbox', { name: 'Location' }).fill('Accra')
  const filters = page.getByRole('complementary', { name: 'Filters' })
  await filters.getByRole('checkbox', { name: 'Negotiable' }).check()
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  const query = new URL(page.url()).searchParams
  const expected = {
    search: 'phone',
    location: 'Accra',
    category: 'mobile',
    region: 'Greater Accra',
    max: '9000',
    sort: 'price_low',
    price_type: 'negotiable',
  }
  for (const [name, value] of Object.entries(expected)) expect(query.getAll(name), name).toEqual([value])
  await expect(page.getByText(/^Showing/)).toBeVisible()
  await expect(filters.getByLabel('Region')).toHaveValue('Greater Accra')
})

for (const width of [390, 1280]) {
  test(`Pages without script show no idle controls at ${width} px`, async ({ openPage }) => {
    // A seller who can be called adds buttons to the page.
    const seller = await newMember('Adjoa Answers')
    await changeProfile(seller, { phone: '+233241000198', phoneVisibility: 'everyone' })
    const title = `Sieve${randomUUID().slice(0, 8)}`
    await publishListing(seller, title)
    const page = await openPage(`/products?search=${title}`, withoutScript(width))
    await expect(idleButtons(page)).toHaveText([])
    await expect(page.getByRole('slider').filter({ visible: true })).toHaveCount(0)
    await expect(page.getByText(/^Showing [\d,]+\+? product/)).toBeVisible()
    await page.getByRole('main').locator('a[href^="/products/"]').click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByRole('main')).toContainText('GH₵')
    await expect(idleButtons(page)).toHaveText([])
    await expect(
      page.getByText('Messaging the seller needs JavaScript').filter({ visible: true }),
    ).toBeVisible()
    await page.goto('/')
    await expect(idleButtons(page)).toHaveText([])
    // The link is visible in the header, because the menu needs script.
    const link = page.getByRole('banner').getByRole('link', { name: 'Products' })
    expect(await link.evaluate((element) => element.scrollHeight)).toBeLessThan(45)
    await page.goto('/dashboard')
    await expect(page.getByText('This page needs JavaScript')).toBeVisible()
  })
}

for (const { path, advice, fields } of [
  { path: '/auth/login', advice: 'Logging in needs JavaScript', fields: ['Email', 'Password'] },
  {
    path: '/auth/register',
    advice: 'Signing up needs JavaScript',
    fields: ['Name', 'Email', 'Password', 'Confirm password'],
  },
]) {
  test(`The form on ${path} keeps typed text out of the address without script`, async ({ openPage }) => {
    const page = await openPage(path, withoutScript(390))
    await expect(page.getByText(advice)).toBeVisible()
    for (const field of fields) await page.getByLabel(field, { exact: true }).fill('Typed.1234')
    await page.getByLabel('Password', { exact: true }).press('Enter')
    const form = page.locator('form').filter({ has: page.getByLabel('Password', { exact: true }) })
    await expect(form.locator('button[type=submit]')).toBeDisabled()
    // Simulates a browser that ignores the disabled button.
    await form.evaluate((element) => (element as HTMLFormElement).submit())
    await page.waitForLoadState()
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(path)
    await expect(page.getByText(advice)).toBeVisible()
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue('')
  })
}
