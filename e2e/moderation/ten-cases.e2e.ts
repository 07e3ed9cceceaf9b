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

  const { items } = await seller.call<{ items: { words: string; action: string }[] }>('GET', '/api/decisions')
  const words = items.filter(({ action }) => action === 'remove').map((decision) => decision.words)
  expect(words.filter((text) => text.includes('your listing "Enamel basin'))).toHaveLength(4)
})

test('A moderator takes a decision back by key, and nobody was told', async ({ openSignedIn }) => {
  const [seller, reporter] = [await newMember('Kwaku Sells Bowls'), await newMember('Esi Reports One')]
  const title = `Enamel bowl ${randomUUID().slice(0, 8)}`
  const id = await offerListing(seller, title)
  const target = { kind: 'product', id }
  await reporter.call('POST', '/api/reports', { target, reason: 'fake', words: 'Not enamel' })
  const person = await newStaff('Akosua Errs', 'moderator')
  const [card] = await casesAbout(person, (each) => each === id)
  const page = await openSignedIn(`/moderation/cases/${card?.id}`, { width: 1280, person })
  await decide(page, { id: '', title, target }, ['r', 'Enter'])
  await expect(page.getByText(`‘${title}’ was removed`)).toBeVisible()
  expect((await fetch(`${marketUrl}/products/${id}`)).status).toBe(404)
  await page.keyboard.press('z')
  await expect(page.getByText(`The decision about ‘${title}’ was taken back`)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/moderation/cases/${card?.id}$`))
  await expect(page.getByRole('article', { name: title }).getByText('Not enamel')).toBeVisible()
  expect((await fetch(`${marketUrl}/products/${id}`)).status).toBe(200)
  expect(await seller.call('GET', '/api/decisions')).toMatchObject({ items: [] })
})
