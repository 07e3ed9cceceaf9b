import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Message } from '#contract/conversations/conversations.ts'
import { hydrated } from '#e2e/browser.ts'
import { offerListing } from '#e2e/listings.ts'
import { marketUrl } from '#e2e/market.ts'
import { type Person, newMember, newPerson, signedIn } from '#e2e/people.ts'
import { logIn } from '#e2e/sign-in.ts'
import { expect, test } from '#e2e/journey.ts'

const view = { width: 390 }
/** Scripts that the page requests although they are blocked. */
const NO_SCRIPTS = [/\(csp\)/]

const section = (page: Page) => page.getByRole('region', { name: 'Reviews', exact: true })
const toast = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true })
const submit = (page: Page) => section(page).getByRole('button', { name: 'Submit Review' })

async function fillIn(page: Page, stars: number, comment: string): Promise<void> {
  await section(page)
    .getByRole('radio', { name: `${stars} star` })
    .check()
  await section(page)
    .getByLabel(/^Comment/)
    .fill(comment)
}

/** Sends a person's review through the API. */
const reviewAs = (person: Person, productId: string, rating: number) =>
  person.call('POST', `/api/products/${productId}/reviews`, { rating, title: '', comment: 'Sent elsewhere.' })

async function write(person: Person, conversationId: string): Promise<void> {
  const body = { clientKey: randomUUID(), content: 'Is it still there?' }
  await person.call('POST', `/api/conversations/${conversationId}/messages`, body)
}

/** Lets the two write to each other about the product. */
async function converse(buyer: Person, seller: Person, productId: string): Promise<void> {
  const { id } = await buyer.call<{ id: string }>('POST', '/api/conversations', { productId })
  for (const person of [buyer, seller, buyer, seller]) await write(person, id)
}

/** Publishes a listing without reviews. */
async function publishUnreviewed() {
  const seller = await newMember('Kojo Essien')
  const productId = await offerListing(seller, 'Standing fan')
  return { seller, productId, path: `/products/${productId}` }
}

test('An anonymous person logs in, returns, writes, changes and deletes a review', async ({ openPage }) => {
  const { seller, productId, path } = await publishUnreviewed()
  const email = await newPerson('Efua Reviewer')
  const page = await openPage(path, view)
  await expect(section(page).getByText('Login required:')).toBeVisible()
  await section(page).getByRole('link', { name: 'log in' }).click()
  await logIn(page, email)
  await page.waitForURL(path)
  await expect(submit(page)).toBeVisible()

  await submit(page).click()
  await expect(toast(page, 'Rating required')).toBeVisible()
  await expect(section(page).getByText('Please select a rating')).toBeVisible()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await expect(section(page).getByRole('radio', { name: '2 stars' })).toBeChecked()
  await fillIn(page, 4, 'Blows well.\nA little loud.')
  await section(page)
    .getByLabel(/^Title/)
    .fill('Cool at last')
  await submit(page).click()

  const own = section(page).getByRole('listitem').filter({ hasText: 'Efua Reviewer' })
  await expect(own.getByText('Your review')).toBeVisible()
  const apart = section(page).getByRole('region', { name: 'Without a conversation' })
  await expect(apart.getByText('Cool at last')).toBeVisible()
  await converse(await signedIn(email), seller, productId)
  await page.reload()
  await expect(own.getByText('Chatted with the seller')).toBeVisible()
  await expect(
    section(page).getByText('We show the rating of this item once five people have reviewed it.'),
  ).toBeVisible()
  await expect(apart).toHaveCount(0)
  await own.getByRole('button', { name: 'Edit' }).click()
  await fillIn(page, 2, 'It broke.')
  await own.getByRole('button', { name: 'Save changes' }).click()
  await expect(own.getByText(', edited')).toBeVisible()

  await own.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your review?' })
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(section(page).getByText('No reviews yet.')).toBeVisible()
  await expect(submit(page)).toBeVisible()
})

test('A review written in one tab appears in the other, which keeps its typed text', async ({
  openSignedIn,
}) => {
  const { productId, path } = await publishUnreviewed()
  const page = await openSignedIn(path, { ...view, person: await newMember('Kwesi Racer') })
  const other = await page.context().newPage()
  await other.goto(path)
  await hydrated(other)
  for (const tab of [page, other]) await fillIn(tab, 5, 'Twice at once.')
  await submit(page).dblclick()
  await expect(section(page).getByRole('listitem').getByText('Your review')).toBeVisible()
  await expect(section(other).getByText(/^You already reviewed this elsewhere/)).toBeVisible()
  await expect(section(other).getByLabel(/^Comment/)).toHaveValue('Twice at once.')
  const reply = await fetch(`${marketUrl}/api/products/${productId}/reviews`)
  const { items } = (await reply.json()) as { items: { comment: string }[] }
  expect(items.filter(({ comment }) => comment === 'Twice at once.')).toHaveLength(1)
})

test('The seller answers once and everyone reads it, also without JavaScript', async ({
  openPage,
  openSignedIn,
}) => {
  const { seller, productId, path } = await publishUnreviewed()
  await reviewAs(await newMember('Adjoa Reader'), productId, 5)
  const page = await openSignedIn(path, { ...view, person: seller })
  // Their own details load late above the reviews, and would move the target of a click.
  await expect(page.getByText(/ sees? it$/).first()).toBeVisible()
  const review = section(page).getByRole('listitem').filter({ hasText: 'Adjoa Reader' })
  await review.getByRole('button', { name: 'Answer Adjoa Reader' }).click()
  await review.getByLabel('Your answer to Adjoa Reader').fill('Thank you, Adjoa.')
  await review.getByRole('button', { name: 'Send answer' }).click()
  await expect(review.getByText('Thank you, Adjoa.')).toBeVisible()
  await expect(review.getByRole('button', { name: /^Answer/ })).toHaveCount(0)
  await expect(submit(page)).toHaveCount(0)

  const plain = await openPage(path, { ...view, javaScript: false, expected: NO_SCRIPTS })
  const shown = section(plain).getByRole('listitem').filter({ hasText: 'Adjoa Reader' })
  await expect(shown.getByText('Thank you, Adjoa.')).toBeVisible()
  await expect(shown.getByText('Seller’s answer')).toBeVisible()
  await expect(section(plain).getByRole('link', { name: 'log in' })).toBeVisible()
})

test('A confirmed deal can be reviewed only by its buyer, as a verified purchase', async ({
  openPage,
  openSignedIn,
}) => {
  const { seller, productId, path } = await publishUnreviewed()
  const [buyer, stranger] = [await newMember('Mawuli Buyer'), await newMember('Selasi Stranger')]
  const { id } = await buyer.call<{ id: string }>('POST', '/api/conversations', { productId })
  const take = (who: typeof buyer, step: string, agreementId?: string) =>
    who.call<Message>('POST', `/api/conversations/${id}/steps`, {
      clientKey: randomUUID(),
      step,
      agreementId,
    })
  const agreementId = (await take(seller, 'reserve')).step?.agreement.id
  for (const who of [seller, buyer]) await take(who, 'confirm', agreementId)
  await expect(reviewAs(stranger, productId, 1)).rejects.toThrow(/409/)
  // The buyer's review does not wait, because the seller wrote first.
  const ofBuyer = { rating: 5, chips: [], words: '' }
  await seller.call('POST', `/api/agreements/${agreementId}/buyer-review`, ofBuyer)

  const page = await openSignedIn(path, { ...view, person: buyer })
  await fillIn(page, 5, 'Carried it home the same day.')
  await submit(page).click()
  const own = section(page).getByRole('listitem').filter({ hasText: 'Mawuli Buyer' })
  await expect(own.getByText('Verified purchase')).toBeVisible()
  const anonymous = await openPage(path, view)
  await expect(section(anonymous).getByText('Verified purchase')).toBeVisible()
  await expect(section(anonymous).getByText('Login required:')).toHaveCount(0)
})
