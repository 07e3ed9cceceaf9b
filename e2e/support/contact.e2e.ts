import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { marketUrl } from '#e2e/market.ts'
import { sentTo } from '#e2e/people.ts'
import { expect, expectSoon, test } from '#e2e/journey.ts'

const view = { width: 390 }
const SUPPORT = 'support@example.com'

const send = (page: Page) => page.getByRole('button', { name: 'Send Message' })
const field = (page: Page, name: string) => page.getByRole('textbox', { name })

async function fillIn(page: Page, values: { email: string; subject: string; message: string }) {
  await field(page, 'First name').fill('Esi')
  await field(page, 'Last name').fill('Quansah')
  await field(page, 'Email').fill(values.email)
  await field(page, 'Subject').fill(values.subject)
  await field(page, 'Message').fill(values.message)
}

interface Mail {
  recipient?: string
  subject: string
  text: string
}

async function mailsTo(recipient: string): Promise<Mail[]> {
  const response = await fetch(`${marketUrl}/dev/outbox.json?to=${encodeURIComponent(recipient)}`)
  return ((await response.json()) as { messages: Mail[] }).messages
}

test('A message without a network waits, is sent once and confirmed', async ({ openPage }) => {
  const email = `${randomUUID()}@example.com`
  const subject = `Fees ${randomUUID().slice(0, 8)}`
  const page = await openPage('/contact', { ...view, expected: [/ERR_INTERNET_DISCONNECTED/] })
  await fillIn(page, { email, subject, message: 'Good morning,\nis listing free?' })

  await page.context().setOffline(true)
  await send(page).click()
  await expect(page.getByRole('alert').getByText('You seem to be offline.')).toBeVisible()
  await expect(field(page, 'Message')).toHaveValue('Good morning,\nis listing free?')

  await page.context().setOffline(false)
  // The answer arrives after the second press.
  const pressed = Promise.withResolvers<void>()
  await page.route('**/api/contact', async (route) => {
    await pressed.promise
    await route.continue()
  })
  await send(page).dblclick()
  pressed.resolve()
  await expect(page.getByRole('status').getByText('Message sent')).toBeVisible()
  await expect(field(page, 'Message')).toHaveValue('')

  expect(await sentTo(email, /(reply within 24 hours)/)).toBeTruthy()
  const [receipt] = await mailsTo(email)
  expect(receipt?.subject).toBe('We have your message')
  expect(receipt?.text).not.toContain('listing free')
  await expectSoon(
    async () => (await mailsTo(SUPPORT)).filter((mail) => mail.subject === `Contact: ${subject}`).length,
  ).toBe(1)

  await page.getByRole('link', { name: 'Help Center' }).first().click()
  await page.waitForURL('/help')
})
