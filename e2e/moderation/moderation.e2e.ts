import type { Page } from '@playwright/test'
import { runAdmin } from '#e2e/admin.ts'
import { hydrated } from '#e2e/browser.ts'
import { publishListing } from '#e2e/listings.ts'
import { marketUrl } from '#e2e/market.ts'
import { newMember, newPerson } from '#e2e/people.ts'
import { newStaff } from '#e2e/staff.ts'
import { totpCode } from '#testing/services/totp.ts'
import { expect, test } from '#e2e/journey.ts'

/** This title has a word that is wider than a phone. */
const TITLE = 'Paraffin lamp of Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'
const WHY = 'Please let buyers see it before they pay.'

/** Follows the page's instructions and opens the queue, which first requires a code in this session. */
async function turnOnTwoFactor(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Turn on two-factor login first' })).toBeVisible()
  await page.getByRole('link', { name: 'Turn it on in your profile' }).click()
  const card = page.getByRole('region', { name: 'Two-factor authentication' })
  await card.getByRole('button', { name: 'Enable two-factor' }).click()
  const secret = (await card.locator('code').innerText()).replaceAll(' ', '')
  await card.getByLabel('Verification code').fill(await totpCode(secret))
  await card.getByRole('button', { name: 'Verify and enable' }).click()
  const recoveryCode = await card
    .getByText(/^\w{5}-\w{5}$/)
    .first()
    .innerText()
  await card.getByRole('button', { name: 'I have saved them' }).click()
  await page.goto('/moderation')
  await hydrated(page)
  const proof = page.getByRole('dialog', { name: 'Enter your code' })
  await proof.getByLabel('Verification code').fill(recoveryCode)
  await page.keyboard.press('Enter')
  await expect(proof).toHaveCount(0)
}

/** Removes the open case by keyboard. */
async function removeByKeys(page: Page): Promise<void> {
  await page.keyboard.press('?')
  await expect(page.getByText('j next case')).toBeVisible()
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: `Remove: ${TITLE}` })
  await expect(dialog.getByLabel('Rule')).toHaveValue('no-money-first')
  await expect(dialog.getByRole('button', { name: 'Remove' })).toBeFocused()
  // Keys do nothing while the person types: 'b' is part of the text and bans nobody.
  await dialog.getByLabel('Message to the person').fill(WHY)
  await dialog.getByLabel('Message to the person').press('End')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(`‘${TITLE}’ was removed`)).toBeVisible()
}

test("A report leads to a decision by keyboard, an appeal and another moderator's confirmation", async ({
  openSignedIn,
}) => {
  const owner = await newMember('Akua Sells Lamps')
  const buyer = await newMember('Yaw Buys Lamps')
  const judge = await newMember('Efua Decides')
  const productId = await publishListing(owner, TITLE)
  const target = { kind: 'product', id: productId }
  await buyer.call('POST', '/api/reports', { target, reason: 'prepayment', words: 'Wanted 200 first' })
  expect(await runAdmin('role', judge.email, 'moderator')).toContain(
    'Efua Decides now has the role moderator',
  )

  const first = await openSignedIn('/moderation', { width: 1280, person: judge, expected: [/403\b/] })
  await turnOnTwoFactor(first)
  const card = first.getByRole('region', { name: 'Waiting cases' }).getByRole('link', { name: TITLE })
  await expect(card.getByText('Loss of money')).toBeVisible()
  await first.getByLabel('Harm').selectOption('Danger to people')
  await expect(card).toHaveCount(0)
  await first.getByLabel('Harm').selectOption('Loss of money')
  await card.click()
  const found = first.getByRole('article', { name: TITLE })
  await expect(first).toHaveURL(/\/moderation\/cases\/[\da-f-]+\?harm=money$/)
  await expect(found.getByText('Wanted 200 first')).toBeVisible()
  await expect(found.getByRole('img', { name: 'Photo 1' })).toBeVisible()
  await removeByKeys(first)
  await expect(card).toHaveCount(0)

  const seller = await openSignedIn('/decisions', { width: 390, person: owner })
  // The seller hears of it after the minute in which it can be taken back.
  await expect(async () => {
    await seller.reload()
    await expect(seller.getByText(WHY)).toBeVisible({ timeout: 4000 })
  }).toPass({ timeout: 90_000 })
  await seller.getByRole('button', { name: 'Appeal' }).click()
  await seller.getByLabel('Why is the decision wrong?').fill('I never asked for money.')
  await seller.getByRole('button', { name: 'Send appeal' }).click()
  await expect(seller.getByText('Another moderator is looking at it.')).toBeVisible()

  await first.getByRole('link', { name: 'Appeals' }).click()
  const appealOf = (page: Page) =>
    page.getByRole('list', { name: 'Appeals' }).getByRole('listitem').filter({ hasText: TITLE })
  await expect(appealOf(first).getByText('You decided this yourself.')).toBeVisible()
  await expect(appealOf(first).getByRole('button')).toHaveCount(0)

  const colleague = await newStaff('Kojo Decides', 'moderator')
  const second = await openSignedIn('/moderation', { width: 390, person: colleague })
  await second.getByRole('link', { name: 'Appeals' }).click()
  await appealOf(second).getByLabel('Message to the person').fill('You were right.')
  await appealOf(second).getByRole('button', { name: 'Take the decision back' }).click()
  await expect(second.getByText('The decision was taken back')).toBeVisible()
  expect((await fetch(`${marketUrl}/products/${productId}`)).status).toBe(200)
  await seller.reload()
  await expect(seller.getByText('You were right.')).toBeVisible()

  // A moderator decides nothing about another moderator or about the sender of a report.
  const ban = {
    target: { kind: 'person', id: colleague.id },
    action: 'ban',
    rule: 'respect',
    words: 'Away with you',
    days: null,
  }
  await expect(judge.call('POST', '/api/moderation/decisions', ban)).rejects.toThrow('answered 403')
  await expect(judge.call('GET', '/api/moderation/audit')).rejects.toThrow('answered 404')

  // The token of an ended session opens nothing, even before it expires.
  await judge.call('GET', '/api/moderation/cases')
  await first.getByRole('button', { name: 'My Account' }).click()
  await expect(first.getByRole('link', { name: 'Moderation', exact: true })).toBeVisible()
  await first.getByRole('button', { name: 'Logout' }).click()
  await first.waitForURL('/auth/login')
  await expect(judge.call('GET', '/api/moderation/cases')).rejects.toThrow(/answered 40[14]/)
})

test('An administrator finds people and listings, gives a role and reads the log', async ({
  openSignedIn,
}) => {
  const other = await newPerson('Nii Stands By')
  const person = await newStaff('Adwoa Runs It', 'administrator')
  const page = await openSignedIn('/moderation', { width: 1280, person })
  await page.getByRole('link', { name: 'People', exact: true }).click()
  await page.getByRole('searchbox', { name: /^Name, username/ }).fill(other)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Nii Stands By' }).click()
  await page.getByLabel('Role').selectOption('moderator')
  await page.getByRole('button', { name: 'Save role' }).click()
  await expect(page.getByText('Nii Stands By: Moderator')).toBeVisible()

  await page.getByRole('link', { name: 'Listings', exact: true }).click()
  await page.getByRole('searchbox', { name: /^Words in the title/ }).fill('samsung')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Listings' })).toBeVisible()
  await page.getByRole('link', { name: 'Decisions', exact: true }).click()
  await expect(
    page
      .getByRole('main')
      .getByText(/^By |Nothing yet/)
      .first(),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Audit', exact: true }).click()
  const act = page.getByRole('listitem').filter({ hasText: 'Changed the role of Nii Stands By' })
  await expect(act.getByText('from none to moderator')).toBeVisible()
  await act.getByRole('link', { name: 'Nii Stands By' }).click()
  await expect(page.getByRole('article', { name: 'Nii Stands By' })).toBeVisible()
})
