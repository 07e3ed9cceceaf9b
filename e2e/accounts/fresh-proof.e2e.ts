import type { Page } from '@playwright/test'
import { PROBLEMS } from '#contract/problem.ts'
import { newPerson, sentTo } from '#e2e/people.ts'
import { expect, test } from '#e2e/journey.ts'

const REFUSED = [/403/]
const width = 390
const CODE = 'reauthentication-required'

/** Refuses the next change of the address as in an old session; the server handles the rest. */
async function asIfLongAgo(page: Page): Promise<void> {
  const { status, message } = PROBLEMS[CODE]
  const json = { error: { code: CODE, message, requestId: 'r1' } }
  await page.route('**/api/account/email', (route) => route.fulfill({ status, json }), { times: 1 })
}

async function changeEmail(page: Page, next: string): Promise<void> {
  const account = page.getByRole('region', { name: 'Account' })
  await account.getByRole('button', { name: 'Change e-mail' }).click()
  await account.getByLabel('New e-mail address').fill(next)
  await account.getByRole('button', { name: 'Send link' }).click()
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' })

test('A link opened in another tab proves the identity, and the first tab continues', async ({
  openSignedIn,
}) => {
  const email = await newPerson('Yaa Returns')
  const page = await openSignedIn('/settings-page?section=account', { width, email, expected: REFUSED })
  await asIfLongAgo(page)
  await changeEmail(page, `next-${email}`)
  await dialogOf(page).getByRole('button', { name: 'Send me a link' }).click()
  await expect(dialogOf(page).getByText(`We sent a link to ${email}.`)).toBeVisible()
  const tab = await page.context().newPage()
  await tab.goto(new URL(await sentTo(email, /(\/auth\/verify-email#proof=[\w-]{43})/), page.url()).href)
  await expect(tab.getByText('Thank you. Go back to the page that asked you')).toBeVisible()
  expect(tab.url()).not.toContain('#')
  await expect(page.getByText(`We sent a link to next-${email}.`)).toBeVisible()
})
