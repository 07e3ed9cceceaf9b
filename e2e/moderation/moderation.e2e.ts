import type { Page } from '@playwright/test'
import { runAdmin } from '#e2e/admin.ts'
import { hydrated } from '#e2e/browser.ts'
import { publishListing } from '#e2e/listings.ts'
import { marketUrl } from '#e2e/market.ts'
import { expectShown, expectSoundLook } from '#e2e/page-checks.ts'
import { newPerson, signedIn } from '#e2e/people.ts'
import { turnOnTwoFactor } from '#e2e/staff.ts'
import { expect, expectSoon, test } from '#e2e/journey.ts'

/** With a word that is longer than a phone is wide. */
const TITLE = 'Paraffin lamp of Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'
const WHY = 'Please let buyers see it before they pay.'

/** What this browser would send to show who it is. */
const tokenOf = (page: Page) =>
  page.evaluate(
    () =>
      (JSON.parse(localStorage.getItem('sankofa.session') ?? '{}') as { access_token?: string })
        .access_token ?? '',
  )

const statusOf = async (token: string, method: string, path: string, body?: object) =>
  (
    await fetch(marketUrl + path, {
      method,
      headers: {
        Origin: marketUrl,
        Authorization: `Bearer ${token}`,
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
  ).status

/** Removes the case that is open, by keys and words. */
async function removeByKeys(page: Page): Promise<void> {
  await page.keyboard.press('?')
  await expectShown(page.getByText('j next case'))
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: `Remove: ${TITLE}` })
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expectShown(dialog.getByText('Please choose the rule'))
  await expectSoundLook(page)
  await dialog.getByLabel('Rule').selectOption('no-money-first')
  // Not while somebody types: 'b' stands in the words and bans nobody.
  await dialog.getByLabel('Words for the person').fill(WHY)
  await dialog.getByLabel('Words for the person').press('End')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expectShown(page.getByText(`‘${TITLE}’ was removed`))
}

test('a report leads to a decision by keys, an appeal, and somebody else who upholds it', async ({
  openSignedIn,
}) => {
  const [sellerEmail, buyerEmail, firstEmail, secondEmail] = await Promise.all(
    ['Akua Sells Lamps', 'Yaw Buys Lamps', 'Efua Decides', 'Kojo Decides'].map(newPerson),
  )
  if (!sellerEmail || !buyerEmail || !firstEmail || !secondEmail) throw new Error('Four people')
  const productId = await publishListing(await signedIn(sellerEmail), TITLE)
  const buyer = await signedIn(buyerEmail)
  const target = { kind: 'product', id: productId }
  await buyer.call('POST', '/api/reports', { target, reason: 'prepayment', words: 'Wanted 200 first' })
  expect(await runAdmin('role', firstEmail, 'moderator')).toContain('Efua Decides is moderator now')
  await runAdmin('role', secondEmail, 'moderator')

  const first = await openSignedIn('/moderation', { width: 1280, email: firstEmail })
  await turnOnTwoFactor(first)
  const card = first.getByRole('region', { name: 'Cases that wait' }).getByRole('link', { name: TITLE })
  await card.click()
  const found = first.getByRole('article', { name: TITLE })
  await expectShown(found.getByText('Wanted 200 first'))
  await expectShown(found.getByRole('img', { name: 'Photo 1' }))
  await expectSoundLook(first)
  await removeByKeys(first)
  await expectSoon(() => card.count()).toBe(0)

  const seller = await openSignedIn('/decisions', { width: 390, email: sellerEmail })
  await expectShown(seller.getByText(WHY))
  await seller.getByRole('button', { name: 'Appeal' }).click()
  await seller.getByLabel('Why is it wrong?').fill('I never asked for money.')
  await seller.getByRole('button', { name: 'Send appeal' }).click()
  await expectShown(seller.getByText('Somebody else is looking at it.'))

  await first.getByRole('link', { name: 'Appeals' }).click()
  const appealOf = (page: Page) =>
    page.getByRole('list', { name: 'Appeals' }).getByRole('listitem').filter({ hasText: TITLE })
  await expectShown(appealOf(first).getByText('You decided this yourself.'))
  expect(await appealOf(first).getByRole('button').count()).toBe(0)

  const second = await openSignedIn('/moderation', { width: 390, email: secondEmail })
  await turnOnTwoFactor(second)
  await second.getByRole('link', { name: 'Appeals' }).click()
  await appealOf(second).getByLabel('Words for the person').fill('You were right.')
  await expectSoundLook(second)
  await appealOf(second).getByRole('button', { name: 'Take the decision back' }).click()
  await expectShown(second.getByText('The decision was taken back'))
  expect((await fetch(`${marketUrl}/products/${productId}`)).status).toBe(200)
  await seller.reload()
  await expectShown(seller.getByText('You were right.'))

  // A moderator decides nothing about another, nor about the sender of a report.
  const secondId = await second.evaluate(
    () => (JSON.parse(localStorage.getItem('sankofa.session') ?? '{}') as { user: { id: string } }).user.id,
  )
  const ban = {
    target: { kind: 'person', id: secondId },
    action: 'ban',
    rule: 'respect',
    words: 'Away with you',
    days: null,
  }
  const token = await tokenOf(first)
  expect(await statusOf(token, 'POST', '/api/moderation/decisions', ban)).toBe(403)
  expect(await statusOf(token, 'GET', '/api/moderation/audit')).toBe(404)

  // The token of a session that ended opens nothing, however long it would be good for.
  expect(await statusOf(token, 'GET', '/api/moderation/cases')).toBe(200)
  await first.getByRole('button', { name: 'My Account' }).click()
  await expectShown(first.getByRole('link', { name: 'Moderation', exact: true }))
  await first.getByRole('button', { name: 'Logout' }).click()
  await first.waitForURL('/auth/login')
  expect([401, 404]).toContain(await statusOf(token, 'GET', '/api/moderation/cases'))
})

test('for people without a role there is no such page, and no way to it', async ({ openSignedIn }) => {
  const email = await newPerson('Esi Looks Around')
  const page = await openSignedIn('/moderation', { width: 390, email })
  await expectShown(page.getByText('Oops! Page not found'))
  await page.goto('/me')
  await hydrated(page)
  await expectShown(page.getByRole('heading', { name: 'Esi Looks Around' }))
  expect(await page.getByRole('link', { name: 'Moderation' }).count()).toBe(0)
  const token = await tokenOf(page)
  for (const path of [
    'cases',
    'appeals',
    'people?q=kofi',
    'listings?q=phone',
    'held-messages',
    'guard-rules',
    'decisions',
    'audit',
  ])
    expect(await statusOf(token, 'GET', `/api/moderation/${path}`)).toBe(404)
})

test('an administrator finds people and listings, gives a role, and reads what was done', async ({
  openSignedIn,
}) => {
  const email = await newPerson('Adwoa Runs It')
  const other = await newPerson('Nii Stands By')
  await runAdmin('role', email, 'administrator')
  const page = await openSignedIn('/moderation', { width: 1280, email })
  await turnOnTwoFactor(page)
  await page.getByRole('link', { name: 'People', exact: true }).click()
  await page.getByRole('searchbox', { name: /^Name, username/ }).fill(other)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Nii Stands By' }).click()
  await expectSoundLook(page)
  await page.getByLabel('Role').selectOption('moderator')
  await page.getByRole('button', { name: 'Save role' }).click()
  await expectShown(page.getByText('Nii Stands By: Moderator'))

  await page.getByRole('link', { name: 'Listings', exact: true }).click()
  await page.getByRole('searchbox', { name: /^Words of the title/ }).fill('samsung')
  await page.keyboard.press('Enter')
  await expectShown(page.getByRole('list', { name: 'Listings' }))
  await expectSoundLook(page)
  await page.getByRole('link', { name: 'Decisions', exact: true }).click()
  await expectShown(page.getByRole('main').getByText(/^By |Nothing yet/))
  await page.getByRole('link', { name: 'Audit', exact: true }).click()
  await expectShown(page.getByText('Changed a role'))
  await expectSoundLook(page)
})
