import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/journey.ts'
import { offerListing } from '#e2e/listings.ts'
import { marketUrl } from '#e2e/market.ts'
import { newMember, type Person } from '#e2e/people.ts'
import { newStaff } from '#e2e/staff.ts'

interface Card {
  id: string
  title: string
  target: { kind: string; id: string }
}

/** Two keys a case, and one to read a reported message. */
const KEYS_MAX = 22

/** Listings by the reason of their report, each with the keys that decide about it. */
const LISTINGS: [reason: string, keys: string[]][] = [
  ['prepayment', ['r', 'Enter']],
  ['prohibited', ['r', 'Enter']],
  ['wrong-category', ['a', 'Enter']],
  ['misleading', ['w', 'Enter']],
  ['fake', ['r', 'Control+Enter']],
  ['repeated', ['r', 'Enter']],
  ['other', ['a', 'Enter']],
]
const MESSAGES: [reason: string, words: string, keys: string[]][] = [
  ['spam', 'Buy followers from my cousin, all networks', ['m', 'r', 'Enter']],
  ['harassment', 'You are a foolish person and your mother too', ['m', 'w', 'Control+Enter']],
]

/** Ten reported things of one seller, with the keys by the id of each. */
async function reportTen(seller: Person, reporter: Person): Promise<Map<string, string[]>> {
  const keysOf = new Map<string, string[]>()
  async function report(kind: string, id: string, reason: string, keys: string[]) {
    await reporter.call('POST', '/api/reports', { target: { kind, id }, reason, words: '' })
    keysOf.set(id, keys)
  }
  let productId = ''
  for (const [reason, keys] of LISTINGS) {
    productId = await offerListing(seller, `Enamel basin ${randomUUID().slice(0, 8)}`)
    await report('product', productId, reason, keys)
  }
  const { id } = await reporter.call<{ id: string }>('POST', '/api/conversations', { productId })
  for (const [reason, content, keys] of MESSAGES) {
    const body = { clientKey: randomUUID(), content }
    const sent = await seller.call<{ id: string }>('POST', `/api/conversations/${id}/messages`, body)
    await report('message', sent.id, reason, keys)
  }
  await report('person', seller.id, 'spam', ['w', 'Enter'])
  return keysOf
}

/** The open cases about these things, in the order of the queue. */
async function casesAbout(moderator: Person, isWanted: (id: string) => boolean): Promise<Card[]> {
  const found: Card[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const path = `/api/moderation/cases${cursor && `?cursor=${cursor}`}`
    const page: { items: Card[]; nextCursor: string | null } = await moderator.call('GET', path)
    found.push(...page.items.filter(({ target }) => isWanted(target.id)))
    cursor = page.nextCursor
  }
  return found
}

/** Decides about the open case. Returns the number of pressed keys. */
async function decide(page: Page, { title }: Card, keys: string[]): Promise<number> {
  await expect(page.getByRole('group', { name: `Decide about ${title}` })).toBeVisible()
  for (const key of keys) {
    if (key.endsWith('Enter')) await expect(page.getByRole('dialog').getByRole('button').last()).toBeFocused()
    await page.keyboard.press(key)
    if (key === 'm') await expect(page.getByRole('list', { name: 'Messages' })).toBeVisible()
  }
  await expect(page.getByRole('dialog')).toHaveCount(0)
  return keys.length
}

test('A moderator works through ten cases by keyboard alone', async ({ openSignedIn }) => {
  const [seller, reporter] = [await newMember('Kwaku Sells Basins'), await newMember('Esi Reports Ten')]
  const keysOf = await reportTen(seller, reporter)
  const person = await newStaff('Akosua Types', 'moderator')
  const ownCases = () => casesAbout(person, (id) => keysOf.has(id))
  const cards = await ownCases()
  expect(cards).toHaveLength(10)
  const page = await openSignedIn('about:blank', { width: 1280, person })
  // Cases of other journeys wait as well, and are not for this moderator to decide.
  await page.route(/\/api\/moderation\/cases(\?.*)?$/, async (route) => {
    const items = await ownCases()
    await route.fulfill({ json: { items, nextCursor: null, open: items.length } })
  })
  await page.goto('/moderation')
  let pressed = 0
  for (const [index, card] of cards.entries()) {
    if (index > 0) await expect(page).toHaveURL(new RegExp(`/moderation/cases/${card.id}$`))
    pressed += await decide(page, card, keysOf.get(card.target.id) ?? [])
  }
  await expect(page.getByText('No open cases')).toBeVisible()
  expect(pressed).toBeLessThanOrEqual(KEYS_MAX)

  // The seller hears of them after the minute in which they can be taken back.
  const { decisions } = await person.call<{ decisions: { words: string; action: string }[] }>(
    'GET',
    `/api/moderation/people/${seller.id}`,
  )
  const words = decisions.filter(({ action }) => action === 'remove').map((decision) => decision.words)
  expect(words.filter((text) => text.includes('your listing "Enamel basin'))).toHaveLength(4)
})

/** A new listing of this seller, reported for this reason. */
async function reportedListing(seller: Person, reporter: Person, reason: string) {
  const title = `Enamel bowl ${randomUUID().slice(0, 8)}`
  const id = await offerListing(seller, title)
  await reporter.call('POST', '/api/reports', {
    target: { kind: 'product', id },
    reason,
    words: 'Not enamel',
  })
  return { id, title, target: { kind: 'product', id } }
}

const statusOf = async (id: string) => (await fetch(`${marketUrl}/products/${id}`)).status

test('A held Enter opens a decision without sending it', async ({ openSignedIn }) => {
  const [seller, reporter] = [await newMember('Kwaku Sells Pans'), await newMember('Esi Reports Pans')]
  const { id, title } = await reportedListing(seller, reporter, 'fake')
  const person = await newStaff('Akosua Leans', 'moderator')
  const [card] = await casesAbout(person, (each) => each === id)
  const page = await openSignedIn(`/moderation/cases/${card?.id}`, { width: 1280, person })
  const bar = page.getByRole('group', { name: `Decide about ${title}` })
  await bar.getByRole('button', { name: 'Remove' }).focus()
  await page.keyboard.down('Enter')
  const send = page.getByRole('dialog').getByRole('button', { name: 'Remove' })
  await expect(send).toBeFocused()
  for (const _ of [1, 2, 3]) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect(send).toBeFocused()
  expect(await statusOf(id)).toBe(200)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`‘${title}’ was removed`)).toBeVisible()
  expect(await statusOf(id)).toBe(404)
})

test('A moderator takes two decisions back, the newest first', async ({ openSignedIn }) => {
  const [seller, reporter] = [await newMember('Kwaku Sells Jugs'), await newMember('Esi Reports Two')]
  const things = [
    await reportedListing(seller, reporter, 'fake'),
    await reportedListing(seller, reporter, 'fake'),
  ]
  const person = await newStaff('Akosua Errs Twice', 'moderator')
  const ids = things.map(({ id }) => id)
  const cards = await casesAbout(person, (id) => ids.includes(id))
  const page = await openSignedIn('about:blank', { width: 1280, person })
  await page.route(/\/api\/moderation\/cases(\?.*)?$/, async (route) => {
    const items = await casesAbout(person, (id) => ids.includes(id))
    await route.fulfill({ json: { items, nextCursor: null, open: items.length } })
  })
  await page.goto('/moderation')
  for (const card of cards) await decide(page, card, ['r', 'Enter'])
  await expect(page.getByText('No open cases')).toBeVisible()
  for (const { title } of cards.toReversed()) {
    await expect(page.getByText(`‘${title}’ was removed`)).toBeVisible()
    await page.keyboard.press('z')
    await expect(page.getByText(`The decision about ‘${title}’ was taken back`)).toBeVisible()
    await expect(page.getByRole('article', { name: title })).toBeVisible()
  }
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  expect(await Promise.all(ids.map(statusOf))).toEqual([200, 200])
})

test('A phone shows no keys', async ({ openSignedIn }) => {
  const [seller, reporter] = [await newMember('Kwaku Sells Cups'), await newMember('Esi Reports Cups')]
  const { id, title } = await reportedListing(seller, reporter, 'fake')
  const person = await newStaff('Akosua Taps', 'moderator')
  const [card] = await casesAbout(person, (each) => each === id)
  const page = await openSignedIn(`/moderation/cases/${card?.id}`, { width: 390, person })
  const bar = page.getByRole('group', { name: `Decide about ${title}` })
  await expect(bar.getByRole('button', { name: 'Remove' })).toBeVisible()
  await expect(bar.locator('kbd').first()).toBeHidden()
  await expect(page.getByText('Press ? to see what the keys do')).toBeHidden()
  await page.keyboard.press('?')
  await expect(page.getByText(/j next case/)).toBeVisible()
})

test('A moderator takes a decision back by key, and nobody was told', async ({ openSignedIn }) => {
  const [seller, reporter] = [await newMember('Kwaku Sells Bowls'), await newMember('Esi Reports One')]
  const { id, title, target } = await reportedListing(seller, reporter, 'fake')
  const person = await newStaff('Akosua Errs', 'moderator')
  const [card] = await casesAbout(person, (each) => each === id)
  const page = await openSignedIn(`/moderation/cases/${card?.id}`, { width: 1280, person })
  await decide(page, { id: '', title, target }, ['r', 'Enter'])
  await expect(page.getByText(`‘${title}’ was removed`)).toBeVisible()
  expect(await statusOf(id)).toBe(404)
  await page.keyboard.press('z')
  await expect(page.getByText(`The decision about ‘${title}’ was taken back`)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/moderation/cases/${card?.id}$`))
  await expect(page.getByRole('article', { name: title }).getByText('Not enamel')).toBeVisible()
  expect(await statusOf(id)).toBe(200)
  expect(await seller.call('GET', '/api/decisions')).toMatchObject({ items: [] })
})
