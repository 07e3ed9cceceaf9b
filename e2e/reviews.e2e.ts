import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { hydrated, marketUrl, openPage } from './browser.ts'
import { newPerson } from './new-person.ts'
import { expectNoAxeViolations, expectShown, expectSoundLook, expectSoundPage } from './page-checks.ts'
import { type Person, publishListing, signedIn } from './seller.ts'
import { logIn, openSignedIn } from './sign-in.ts'

const VIEWS = [
  { width: 390, seller: 'kojo.essien@example.com' },
  { width: 1280, seller: 'akosua.frimpomaa@example.com' },
]
/** Scripts that the page asks for in vain. */
const NO_SCRIPTS = [/\(csp\)/]
const ALREADY = 'Failed to submit review. You may have already reviewed this product.'

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

describe.each(VIEWS)('reviews at $width px', (view) => {
  let seller: Person
  let path: string
  let productId: string

  beforeAll(async () => {
    seller = await signedIn(view.seller)
    productId = await publishListing(seller, `Standing fan ${randomUUID().slice(0, 8)}`)
    path = `/products/${productId}`
  })

  test('a visitor logs in, comes back, writes, changes and takes back a review', async () => {
    const email = await newPerson('Efua Reviewer')
    const page = await openPage(path, view)
    await expectShown(section(page).getByText('Login required:'))
    await expectSoundPage(page, `reviews visitor ${view.width}`)
    await section(page).getByRole('link', { name: 'log in' }).click()
    await logIn(page, email)
    await page.waitForURL(path)
    await page.reload()
    await expectShown(submit(page))
    await expectSoundPage(page, `reviews signed in ${view.width}`)

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
    await expectSoundLook(page, `reviews form ${view.width}`)
    await submit(page).click()

    const own = section(page).getByRole('listitem').filter({ hasText: 'Efua Reviewer' })
    await expectShown(own.getByText('Your review'))
    await expectShown(section(page).getByText('4.0 from 1 review'))
    await own.getByRole('button', { name: 'Edit' }).click()
    await fillIn(page, 2, 'It broke.')
    await own.getByRole('button', { name: 'Save changes' }).click()
    await expectShown(own.getByText(', edited'))
    await expectShown(section(page).getByText('2.0 from 1 review'))
    await expectSoundLook(page, `reviews own ${view.width}`)

    await own.getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete your review?' })
    await expectNoAxeViolations(page)
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expectShown(section(page).getByText('No reviews yet.'))
    await expectShown(submit(page))
  })

  test('of two tabs that race one wins, and the other keeps what was typed', async () => {
    const email = await newPerson('Kwesi Racer')
    const page = await openSignedIn(path, { ...view, email, expected: [/409/] })
    const other = await page.context().newPage()
    await other.goto(path)
    await hydrated(other)
    for (const tab of [page, other]) await fillIn(tab, 5, 'Twice at once.')
    await Promise.all([submit(page).dblclick(), submit(other).dblclick()])

    const pages = [page, other]
    await Promise.race(pages.map((tab) => section(tab).getByText('Your review').waitFor()))
    await Promise.race(pages.map((tab) => section(tab).getByRole('alert').waitFor()))
    const losing = (await section(page).getByRole('alert').count()) > 0 ? page : other
    await expectShown(section(losing).getByText(ALREADY))
    expect(
      await section(losing)
        .getByLabel(/^Comment/)
        .inputValue(),
    ).toBe('Twice at once.')
    const reply = await fetch(`${marketUrl}/api/products/${productId}/reviews`)
    const { items } = (await reply.json()) as { items: { comment: string }[] }
    expect(items.filter(({ comment }) => comment === 'Twice at once.')).toHaveLength(1)
  })

  test('the seller answers once and everyone reads it, also without JavaScript', async () => {
    const reviewer = await signedIn(await newPerson('Adjoa Reader'))
    await reviewAs(reviewer, productId, 5)
    const page = await openSignedIn(path, { ...view, email: view.seller })
    const review = section(page).getByRole('listitem').filter({ hasText: 'Adjoa Reader' })
    await review.getByRole('button', { name: 'Answer Adjoa Reader' }).click()
    await review.getByLabel('Your answer to Adjoa Reader').fill('Thank you, Adjoa.')
    await expectSoundLook(page, `reviews answer ${view.width}`)
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

  test('once sold, only its buyer may review it, as a verified purchase', async () => {
    const email = await newPerson('Mawuli Buyer')
    const buyer = await signedIn(email)
    const stranger = await signedIn(await newPerson('Selasi Stranger'))
    const { id } = await buyer.call<{ id: string }>('POST', '/api/conversations', { productId })
    await buyer.call('POST', `/api/conversations/${id}/messages`, {
      clientKey: randomUUID(),
      content: 'I take it.',
    })
    const { people } = await seller.call<{ people: { id: string; name: string }[] }>(
      'GET',
      `/api/selling/products/${productId}/interested`,
    )
    const buyerId = people.find(({ name }) => name === 'Mawuli Buyer')?.id
    await seller.call('PUT', `/api/selling/products/${productId}/status`, { status: 'sold', buyerId })
    await expect(reviewAs(stranger, productId, 1)).rejects.toThrow(/409/)

    const page = await openSignedIn(path, { ...view, email })
    await fillIn(page, 5, 'Carried it home the same day.')
    await submit(page).click()
    const own = section(page).getByRole('listitem').filter({ hasText: 'Mawuli Buyer' })
    await expectShown(own.getByText('Verified purchase'))
    const visitor = await openPage(path, view)
    await expectShown(section(visitor).getByText('Verified purchase'))
    expect(await section(visitor).getByText('Login required:').count()).toBe(0)
  })
})
