import { BLANK } from '#e2e/browser.ts'
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
  const page = await openPage(BLANK, desktop)
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
