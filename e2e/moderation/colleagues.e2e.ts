import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/journey.ts'
import { offerListing } from '#e2e/listings.ts'
import { newMember, type Person } from '#e2e/people.ts'
import { newStaff } from '#e2e/staff.ts'

interface Card {
  id: string
  target: { id: string }
}

/** The open case about a thing. */
async function caseAbout(moderator: Person, id: string): Promise<string> {
  let cursor: string | null = ''
  while (cursor !== null) {
    const path = `/api/moderation/cases${cursor && `?cursor=${cursor}`}`
    const page: { items: Card[]; nextCursor: string | null } = await moderator.call('GET', path)
    const found = page.items.find(({ target }) => target.id === id)
    if (found) return found.id
    cursor = page.nextCursor
  }
  throw new Error(`No open case about ${id}`)
}

/** Shows only these cases in the queue, because those of other journeys come and go. */
const showOnly = (page: Page, isWanted: (card: Card) => boolean) =>
  page.route(/\/api\/moderation\/cases(\?.*)?$/, async (route) => {
    const response = await route.fetch()
    const list = (await response.json()) as { items: Card[] }
    const items = list.items.filter(isWanted)
    await route.fulfill({ json: { ...list, items, nextCursor: null, open: items.length } })
  })

test('Two moderators see each other at work', async ({ openSignedIn }) => {
  const reporter = await newMember('Esi Reports Pots')
  const [nana, yaw] = [await newStaff('Nana Looks', 'moderator'), await newStaff('Yaw Looks', 'moderator')]
  const things: string[] = []
  async function report() {
    const title = `Clay pot ${randomUUID().slice(0, 8)}`
    // Cases of one seller are one line.
    const seller = await newMember('Kwaku Sells Pots')
    const id = await offerListing(seller, title)
    const target = { kind: 'product', id }
    await reporter.call('POST', '/api/reports', { target, reason: 'prepayment', words: 'Money first' })
    things.push(id)
    return { title, id: await caseAbout(nana, id) }
  }
  const [first, second] = [await report(), await report()]
  const isOwn = ({ target }: Card) => things.includes(target.id)

  const mine = await openSignedIn('about:blank', { width: 1280, person: nana })
  await showOnly(mine, isOwn)
  await mine.goto(`/moderation/cases/${first.id}`)
  const list = mine.getByRole('region', { name: 'Waiting cases' })
  await expect(list.getByRole('link')).toHaveCount(2)

  const hers = await openSignedIn(`/moderation/cases/${second.id}`, {
    width: 390,
    person: yaw,
    worker: true,
    // Leaving a page makes what its worker still fetches fail.
    expected: [/ERR_INTERNET_DISCONNECTED/, /assets.*ERR_FAILED|ERR_FAILED.*assets/],
  })
  const row = list.getByRole('link').filter({ hasText: second.title })
  await expect(row).toContainText('Yaw Looks is looking at this')
  await mine.goto(`/moderation/cases/${second.id}`)
  await expect(hers.getByText('Nana Looks is looking at this')).toBeVisible()

  // A note without a network stays typed, and reaches the colleague once.
  await hers.context().setOffline(true)
  const field = hers.getByLabel('Note for colleagues')
  await field.fill('I called her: she has the <b>receipt</b>.')
  await hers.getByRole('button', { name: 'Add note' }).click()
  await expect(hers.getByText('You seem to be offline.')).toBeVisible()
  await expect(field).toHaveValue('I called her: she has the <b>receipt</b>.')
  await hers.context().setOffline(false)
  await hers.getByRole('button', { name: 'Add note' }).click()
  await expect(field).toHaveValue('')
  await expect(mine.getByText('I called her: she has the <b>receipt</b>.')).toBeVisible()

  // A new case waits behind a button, and the open case stays.
  const third = await report()
  await expect(list.getByRole('link')).toHaveCount(2)
  await mine.getByRole('button', { name: 'Show 1 new case' }).click()
  await expect(list.getByRole('link').filter({ hasText: third.title })).toBeVisible()
  await expect(mine.getByRole('article', { name: second.title })).toBeVisible()

  // A decision appears in its place, and a case that is left is free.
  await hers.getByRole('button', { name: /^Nothing is wrong/ }).click()
  await hers
    .getByRole('dialog')
    .getByRole('button', { name: /^Nothing is wrong/ })
    .click()
  await expect(mine.getByRole('article').getByText('Yaw Looks decided: Nothing is wrong')).toBeVisible()
  await expect(row).toContainText('Yaw Looks decided: Nothing is wrong')
  await mine.getByRole('button', { name: 'Hide 1 decided case' }).click()
  await expect(row).toHaveCount(0)
  await hers.waitForLoadState('networkidle')
  await hers.goto(`/moderation/cases/${third.id}`)
  const free = list.getByRole('link').filter({ hasText: third.title })
  await expect(free).toContainText('Yaw Looks is looking at this')
  await hers.evaluate(() => navigator.serviceWorker.ready)
  await hers.reload()
  await hers.waitForLoadState('networkidle')
  await expect(free).toContainText('Yaw Looks is looking at this')
  await hers.goto('about:blank')
  await expect(free).not.toContainText('is looking')

  await mine.getByRole('link', { name: 'Figures' }).click()
  await expect(mine.getByRole('region', { name: 'Loss of money' })).toContainText('9 of 10 within')
})
