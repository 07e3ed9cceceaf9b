import { expect, test } from '#e2e/journey.ts'

const desktop = { width: 1280 }
const UPDATED = /last updated:? December 14, 2024/i

const DOCUMENTS = [
  {
    address: '/terms',
    title: /terms/i,
    sections: [
      /use license/i,
      /user accounts/i,
      /prohibited uses/i,
      /termination/i,
      /disclaimer/i,
      /contact/i,
    ],
  },
  {
    address: '/privacy',
    title: /privacy/i,
    sections: [
      /collect/i,
      /sharing/i,
      /security/i,
      /rights/i,
      /cookies/i,
      /children/i,
      /changes/i,
      /contact/i,
    ],
  },
  { address: '/cookies', title: /cookie/i, sections: [/browser/i] },
]

test('terms, privacy and cookies are dated and have their sections', async ({ openPage }) => {
  const page = await openPage('/help', desktop)
  for (const { address, title, sections } of DOCUMENTS) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByText(UPDATED)).toBeVisible()
    for (const name of sections)
      await expect(page.getByRole('main').getByRole('heading', { name }).first()).toBeVisible()
  }
})

test('help says how photos must be and when support replies, safety has its tips', async ({ openPage }) => {
  const page = await openPage('/help', desktop)
  await expect(page.getByRole('heading', { level: 1, name: 'Help Center' })).toBeVisible()
  for (const text of [/5 MB/, /JPG, PNG or WebP/, /24 hours/])
    await expect(page.getByRole('main')).toContainText(text)
  await page.goto('/safety')
  await expect(page.getByRole('heading', { level: 1, name: 'Safety Tips' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).nth(2)).toBeVisible()
})

test('the contact form names all that is missing', async ({ openPage }) => {
  const page = await openPage('/contact', { width: 390 })
  const fields = ['First name', 'Last name', 'Email', 'Subject', 'Message']
  for (const label of fields) {
    const field = page.getByRole('textbox', { name: new RegExp(`^${label}`, 'i') })
    expect(await field.evaluate((element) => (element as HTMLInputElement).required), label).toBe(true)
  }
  await page.getByRole('button', { name: 'Send Message' }).click()
  const first = page.getByRole('textbox', { name: /^first name/i })
  await expect(first).toBeFocused()

  const email = page.getByRole('textbox', { name: /^email/i })
  await email.fill('not an address')
  expect(await email.evaluate((element) => (element as HTMLInputElement).checkValidity())).toBe(false)
})

test('essential cookies stay on, the others are off until they are chosen', async ({ openPage }) => {
  const page = await openPage('/cookies', desktop)
  const toggle = (name: RegExp) => page.getByRole('switch', { name }).or(page.getByRole('checkbox', { name }))
  await expect(toggle(/essential/i)).toBeChecked()
  await expect(toggle(/essential/i)).toBeDisabled()
  for (const name of [/analytics/i, /marketing/i, /functional/i]) {
    await expect(toggle(name)).not.toBeChecked()
  }
  await toggle(/analytics/i).click()
  await expect(toggle(/analytics/i)).toBeChecked()
  await expect(page.getByRole('button', { name: 'Save Preferences' })).toBeEnabled()
})
