import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Notification } from '#contract/notifications/notifications.ts'
import { countEffort, findListing, documentedEffort } from '#e2e/effort.ts'
import { offerListing, writeAbout } from '#e2e/listings.ts'
import { hydrated } from '#e2e/browser.ts'
import { type Person, newMember } from '#e2e/people.ts'
import { expect, expectSoon, test } from '#e2e/journey.ts'

const width = 390
const IN_CONVERSATION = /\/conversation\/[0-9a-f-]{36}$/

/** A word for the title of one listing. */
const someWord = () => `Ow${randomUUID().slice(0, 6)}`
const button = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true })
const send = (page: Page) => button(page, 'Send')
const quickReplies = (page: Page) => page.getByRole('list', { name: 'Quick replies' }).getByRole('button')
const sentMessage = (page: Page) =>
  page.getByRole('list', { name: 'Messages' }).getByText('Sent', { exact: true })

/** Opens the page of the newest notification of a kind, as a tap on a phone's notification does. */
async function tapNotification(
  page: Page,
  effort: ReturnType<typeof countEffort>,
  [person, type]: [Person, string],
) {
  const notifications = () => person.call<{ items: Notification[] }>('GET', '/api/notifications')
  const path = async () => (await notifications()).items.find((item) => item.type === type)?.actionUrl ?? ''
  await expectSoon(path).not.toBe('')
  effort.tapElsewhere(1)
  await page.goto(await path())
  await hydrated(page)
}

test('A member finds an item and writes to its seller', async ({ openSignedIn }) => {
  const word = someWord()
  await offerListing(await newMember('Ekua Sells Boards'), `Oware board ${word}`)
  const page = await openSignedIn('/', { person: await newMember('Yaw Plays'), width })
  const effort = countEffort(page)
  await findListing(page, effort, word)
  await effort.tap(button(page, 'Message Seller'))
  await page.waitForURL(IN_CONVERSATION)
  await effort.tap(quickReplies(page).first())
  await effort.tap(send(page))
  await expect(sentMessage(page)).toBeVisible()
  expect(effort.counted()).toEqual(documentedEffort('find a thing and write to its seller, as a member'))
})

test('A seller answers a message from its notification', async ({ openSignedIn }) => {
  const person = await newMember('Ekua Answers')
  const id = await offerListing(person, 'Oware board to ask about')
  await writeAbout(await newMember('Yaw Asks'), id, 'Is this still available?')
  const page = await openSignedIn('/', { person, width })
  const effort = countEffort(page)
  await tapNotification(page, effort, [person, 'message'])
  await effort.tap(quickReplies(page).first())
  await effort.tap(send(page))
  await expect(sentMessage(page)).toBeVisible()
  expect(effort.counted()).toEqual(documentedEffort('answer a message from its notification'))
})

test('A person reports a listing', async ({ openSignedIn }) => {
  const id = await offerListing(await newMember('Ekua Is Reported'), 'Oware board in doubt')
  const page = await openSignedIn(`/products/${id}`, { person: await newMember('Yaw Reports'), width })
  const { tap, counted } = countEffort(page)
  await tap(button(page, 'Report this listing'))
  await tap(button(page, 'It is about money'))
  await tap(page.getByRole('radio', { name: 'Asks for money before showing the item' }))
  await tap(button(page, 'Send report'))
  await expect(page.getByText('We will look at it and tell you the outcome.')).toBeVisible()
  expect(counted()).toEqual(documentedEffort('report a listing'))
})

test('A seller marks an item as sold to its buyer, who reviews it', async ({ openSignedIn }) => {
  const seller = await newMember('Ekua Has Sold')
  const id = await offerListing(seller, 'Oware board to be sold')
  const buyer = await newMember('Yaw Buys')
  await writeAbout(buyer, id, 'I take it')

  const page = await openSignedIn('/', { person: seller, width })
  const selling = countEffort(page)
  await selling.tap(page.getByRole('button', { name: /^Open menu/ }))
  await selling.tap(page.getByRole('dialog').getByRole('link', { name: 'Dashboard' }))
  const card = page.getByRole('listitem', { name: 'Oware board to be sold' })
  await selling.tap(card.getByRole('button', { name: 'Change status' }))
  await selling.tap(card.getByRole('button', { name: 'Mark as sold' }).first())
  const dialog = page.getByRole('dialog', { name: 'Mark as sold' })
  await selling.tap(dialog.getByRole('radio', { name: 'Yaw' }))
  await selling.tap(dialog.getByRole('button', { name: 'Mark as sold' }))
  await expect(card.getByText('Sold', { exact: true })).toBeVisible()
  expect(selling.counted()).toEqual(documentedEffort('mark a thing as sold to its buyer'))

  const listing = await openSignedIn('/', { person: buyer, width })
  const reviewing = countEffort(listing)
  await tapNotification(listing, reviewing, [buyer, 'purchase'])
  const reviews = listing.getByRole('region', { name: 'Reviews', exact: true })
  await reviewing.tap(reviews.getByRole('radio', { name: '5 stars' }))
  await reviewing.tap(reviews.getByRole('button', { name: 'Submit Review' }))
  await expect(reviews.getByText('Yaw Buys')).toBeVisible()
  // The sale is only the seller's word.
  await expect(reviews.getByText('Verified purchase')).toBeHidden()
  expect(reviewing.counted()).toEqual(documentedEffort('review what one bought, from its notification'))
})
