import { beginTrade } from '#e2e/trade.ts'
import { offerListing } from '#e2e/listings.ts'
import { expect, test } from '#e2e/journey.ts'
import { newStaff } from '#e2e/staff.ts'

test('A seller reads why a listing is held and answers, and a buyer reads that an account was closed', async ({
  openSignedIn,
}) => {
  const { path, seller, buyer } = await beginTrade('Adjoa Is Held', 'Kojo Waits', 'Radio with a long aerial')
  const productId = await offerListing(seller, 'Gas cooker with four burners')
  const moderator = await newStaff('Abena Holds', 'moderator')
  const decide = (target: object, action: string, words: object) =>
    moderator.call('POST', '/api/moderation/decisions', { target, action, days: null, ...words })
  await decide({ kind: 'product', id: productId }, 'hold', { rule: null, words: '' })
  const page = await openSignedIn('/dashboard', { width: 390, person: seller })
  await page.getByRole('link', { name: 'Why is it not shown?' }).click()
  const notice = page.getByRole('region', { name: 'Why it is not shown' })
  await expect(notice.getByText('A moderator is looking at it.')).toBeVisible()
  await notice.getByRole('textbox', { name: 'Tell the moderators' }).fill('I have the receipt.')
  await notice.getByRole('button', { name: 'Send to the moderators' }).click()
  await expect(notice.getByText('You can write again tomorrow.')).toBeVisible()
  // The ban ends the session that this page would use.
  await page.close()

  await decide({ kind: 'person', id: seller.id }, 'ban', { rule: 'no-money-first', words: 'Cheated.' })
  const atBuyer = await openSignedIn(path, { width: 390, person: buyer })
  await expect(
    atBuyer.getByText('This account was closed for breaking the rules. Do not pay.').last(),
  ).toBeVisible()
  await expect(atBuyer.getByRole('textbox', { name: 'Message' })).toHaveCount(0)
  await expect(atBuyer.getByText('Online', { exact: true })).toHaveCount(0)
})
