import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectNoAxeViolations, expectShown, expectSoundLook, expectSoundPage } from '#e2e/page-checks.ts'
import { hydrated } from '#e2e/browser.ts'
import { publishListing, setStatus } from '#e2e/listings.ts'
import { marketUrl } from '#e2e/market.ts'
import { type Person, newPerson, signedIn } from '#e2e/people.ts'
import { logIn } from '#e2e/sign-in.ts'
import { expect, test } from '#e2e/journey.ts'

const view = { width: 390, seller: 'kojo.essien@example.com' }
/** Scripts that the page requests in vain. */
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

/** Sends somebody's review past the screens. */
const reviewAs = (person: Person, productId: string, rating: number) =>
  person.call('POST', `/api/products/${productId}/reviews`, { rating, title: '', comment: 'Sent elsewhere.' })

async function write(person: Person, conversationId: string): Promise<void> {
  const body = { clientKey: randomUUID(), content: 'Is it still there?' }
  await person.call('POST', `/api/conversations/${conversationId}/messages`, body)
}

/** The two have written to each other about the product. */
async function converse(buyer: Person, seller: Person, productId: string): Promise<void> {
  const { id } = await buyer.call<{ id: string }>('POST', '/api/conversations', { productId })
  await write(buyer, id)
  await write(seller, id)
}

let seller: Person
let path: string
let productId: string

test.beforeAll(async () => {
  seller = await signedIn(view.seller)
  productId = await publishListing(seller, `Standing fan ${randomUUID().slice(0, 8)}`)
  path = `/products/${productId}`
})

test('an anonymous person logs in, comes back, writes, changes and takes back a review', async ({
  openPage,
}) => {
  const email = await newPerson('Efua Reviewer')
  const page = await openPage(path, view)
  await expectShown(section(page).getByText('Login required:'))
  await expectSoundPage(page)
  await section(page).getByRole('link', { name: 'log in' }).click()
  await logIn(page, email)
  await page.waitForURL(path)
  await page.reload()
  await expectShown(submit(page))
  await expectSoundPage(page)

  await submit(page).click()
  await expectShown(toast(page, 'Rating required'))
  await expectShown(section(page).getByText('Please select a rating'))
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  expect(await section(page).getByRole('radio', { name: '2 stars' }).isChecked()).toBe(true)
  await fillIn(page, 4, 'Blows well.\nA little loud.')
  await section(page)
    .getByLabel(/^Title/)
    .fill('Cool at last')
  await expectSoundLook(page)
  await submit(page).click()

  const own = section(page).getByRole('listitem').filter({ hasText: 'Efua Reviewer' })
  await expectShown(own.getByText('Your review'))
  const apart = section(page).getByRole('region', { name: 'Without a conversation' })
  await expectShown(apart.getByText('Cool at last'))
  await expectSoundLook(page)
  await converse(await signedIn(email), seller, productId)
  await page.reload()
  await expectShown(own.getByText('Wrote with the seller'))
  await expectShown(section(page).getByText('4.0 from 1 review'))
  expect(await apart.count()).toBe(0)
  await own.getByRole('button', { name: 'Edit' }).click()
  await fillIn(page, 2, 'It broke.')
  await own.getByRole('button', { name: 'Save changes' }).click()
  await expectShown(own.getByText(', edited'))
  await expectShown(section(page).getByText('2.0 from 1 review'))
  await expectSoundLook(page)

  await own.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your review?' })
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expectShown(section(page).getByText('No reviews yet.'))
  await expectShown(submit(page))
})

test('of two tabs one writes it, and the other follows with what was typed in it', async ({
  openSignedIn,
}) => {
  const email = await newPerson('Kwesi Racer')
  const page = await openSignedIn(path, { ...view, email })
  const other = await page.context().newPage()
  await other.goto(path)
  await hydrated(other)
  for (const tab of [page, other]) await fillIn(tab, 5, 'Twice at once.')
  await submit(page).dblclick()
  await expectShown(section(page).getByText('Your review'))
  await expectShown(section(other).getByText(/^You have reviewed this elsewhere meanwhile/))
  expect(
    await section(other)
      .getByLabel(/^Comment/)
      .inputValue(),
  ).toBe('Twice at once.')
  await expectSoundLook(other)
  const reply = await fetch(`${marketUrl}/api/products/${productId}/reviews`)
  const { items } = (await reply.json()) as { items: { comment: string }[] }
  expect(items.filter(({ comment }) => comment === 'Twice at once.')).toHaveLength(1)
})

test('the seller answers once and everyone reads it, also without JavaScript', async ({
  openPage,
  openSignedIn,
}) => {
  const reviewer = await signedIn(await newPerson('Adjoa Reader'))
  await reviewAs(reviewer, productId, 5)
  const page = await openSignedIn(path, { ...view, email: view.seller })
  // Their own details come late above the reviews, and would move what is clicked meanwhile.
  await expectShown(page.getByText(/ sees? it$/).first())
  const review = section(page).getByRole('listitem').filter({ hasText: 'Adjoa Reader' })
  await review.getByRole('button', { name: 'Answer Adjoa Reader' }).click()
  await review.getByLabel('Your answer to Adjoa Reader').fill('Thank you, Adjoa.')
  await expectSoundLook(page)
  await review.getByRole('button', { name: 'Send answer' }).click()
  await expectShown(review.getByText('Thank you, Adjoa.'))
  expect(await review.getByRole('button', { name: /^Answer/ }).count()).toBe(0)
  expect(await submit(page).count()).toBe(0)

  const plain = await openPage(path, { ...view, javaScript: false, expected: NO_SCRIPTS })
  const shown = section(plain).getByRole('listitem').filter({ hasText: 'Adjoa Reader' })
  await expectShown(shown.getByText('Thank you, Adjoa.'))
  await expectShown(shown.getByText('Seller’s answer'))
  await expectShown(section(plain).getByRole('link', { name: 'log in' }))
})

test('once sold, only its buyer may review it, as a verified purchase', async ({
  openPage,
  openSignedIn,
}) => {
  const email = await newPerson('Mawuli Buyer')
  const buyer = await signedIn(email)
  const stranger = await signedIn(await newPerson('Selasi Stranger'))
  const { id } = await buyer.call<{ id: string }>('POST', '/api/conversations', { productId })
  await write(buyer, id)
  const { people } = await seller.call<{ people: { id: string; name: string }[] }>(
    'GET',
    `/api/selling/products/${productId}/interested`,
  )
  const buyerId = people.find(({ name }) => name === 'Mawuli Buyer')?.id
  await setStatus(seller, productId, { status: 'sold', buyerId })
  await expect(reviewAs(stranger, productId, 1)).rejects.toThrow(/409/)

  const page = await openSignedIn(path, { ...view, email })
  await fillIn(page, 5, 'Carried it home the same day.')
  await submit(page).click()
  const own = section(page).getByRole('listitem').filter({ hasText: 'Mawuli Buyer' })
  await expectShown(own.getByText('Verified purchase'))
  const anonymous = await openPage(path, view)
  await expectShown(section(anonymous).getByText('Verified purchase'))
  expect(await section(anonymous).getByText('Login required:').count()).toBe(0)
})
