import { expectShown } from '#e2e/page-checks.ts'
import { expect, test } from '#e2e/journey.ts'

const desktop = { width: 1280 }
const UPDATED = /last updated:? December 14, 2024/i

for (const { address, title, sections } of [
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
]) {
  test(`${address} is dated and has its sections`, async ({ openPage }) => {
    const page = await openPage(address, desktop)
    await expectShown(page.getByRole('heading', { level: 1, name: title }))
    await expectShown(page.getByText(UPDATED))
    const main = page.getByRole('main')
    for (const section of sections) {
      const heading = main.getByRole('heading', { name: section }).first()
      expect(await heading.count(), `${section}`).toBe(1)
    }
  })
}

test('the help page answers how photos must be and when support replies', async ({ openPage }) => {
  const page = await openPage('/help', desktop)
  await expectShown(page.getByRole('heading', { level: 1, name: 'Help Center' }))
  const text = await page.getByRole('main').innerText()
  expect(text).toMatch(/5 MB/)
  expect(text).toMatch(/JPG, PNG or WebP/)
  expect(text).toMatch(/24 hours/)
})

test('the safety page has its tips', async ({ openPage }) => {
  const page = await openPage('/safety', desktop)
  await expectShown(page.getByRole('heading', { level: 1, name: 'Safety Tips' }))
  expect(await page.getByRole('main').getByRole('heading', { level: 2 }).count()).toBeGreaterThan(2)
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
  expect(await first.evaluate((element) => element === document.activeElement)).toBe(true)

  const email = page.getByRole('textbox', { name: /^email/i })
  await email.fill('not an address')
  expect(await email.evaluate((element) => (element as HTMLInputElement).checkValidity())).toBe(false)
})

test('essential cookies stay on, the others are off until they are chosen', async ({ openPage }) => {
  const page = await openPage('/cookies', desktop)
  const toggle = (name: RegExp) => page.getByRole('switch', { name }).or(page.getByRole('checkbox', { name }))
  expect(await toggle(/essential/i).isChecked()).toBe(true)
  expect(await toggle(/essential/i).isDisabled()).toBe(true)
  for (const name of [/analytics/i, /marketing/i, /functional/i]) {
    expect(await toggle(name).isChecked()).toBe(false)
  }
  await toggle(/analytics/i).click()
  expect(await toggle(/analytics/i).isChecked()).toBe(true)
  expect(await page.getByRole('button', { name: 'Save Preferences' }).isEnabled()).toBe(true)
})
