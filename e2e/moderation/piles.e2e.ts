import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/journey.ts'
import { offerListing } from '#e2e/listings.ts'
import { marketUrl } from '#e2e/market.ts'
import { newMember, type Person } from '#e2e/people.ts'
import { newStaff } from '#e2e/staff.ts'

/** Three reported listings of one person. Returns their ids. */
async function reportPile(seller: Person, reporter: Person): Promise<string[]> {
  const ids: string[] = []
  for (const thing of ['bowl', 'basin', 'bucket']) {
    const id = await offerListing(seller, `Enamel ${thing} ${randomUUID().slice(0, 8)}`)
    await reporter.call('POST', '/api/reports', {
      target: { kind: 'product', id },
      reason: 'fake',
      words: '',
    })
    ids.push(id)
  }
  return ids
}

const statuses = (ids: string[]) =>
  Promise.all(ids.map(async (id) => (await fetch(`${marketUrl}/products/${id}`)).status))

/** Chooses the first rule and sends, both by key. */
async function sendDecision(page: Page) {
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Rule')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByLabel('Message to the person')).toHaveValue(/\{thing\}/)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('A moderator decides a pile by keyboard alone, takes it back, and bans its person', async ({
  openSignedIn,
}) => {
  const name = `Kwaku Piles ${randomUUID().slice(0, 8)}`
  const [seller, reporter] = [await newMember(name), await newMember('Esi Reports Three')]
  const ids = await reportPile(seller, reporter)
  const person = await newStaff('Akosua Piles', 'moderator')
  const page = await openSignedIn(`/moderation?q=${encodeURIComponent(name)}`, { width: 1280, person })
  const lines = page.getByRole('region', { name: 'Waiting cases' }).getByRole('listitem')
  await expect(lines).toHaveCount(1)
  await expect(lines).toContainText(/3 cases of .?Kwaku Piles/)
  await expect(page.getByRole('group', { name: /^Decide about Enamel/ })).toBeVisible()

  await page.keyboard.press('o')
  await expect(lines).toHaveCount(3)
  await page.keyboard.press('A')
  await expect(page.getByText('3 cases ticked')).toBeVisible()
  await page.keyboard.press('r')
  await sendDecision(page)
  await expect(page.getByText('Decided 3 cases: Remove')).toBeVisible()
  await expect(page.getByText('No such open cases')).toBeVisible()
  expect(await statuses(ids)).toEqual([404, 404, 404])

  await page.keyboard.press('z')
  await expect(page.getByText('Took back the decisions about 3 cases')).toBeVisible()
  await expect(lines).toHaveCount(1)
  expect(await statuses(ids)).toEqual([200, 200, 200])

  await expect(page.getByRole('group', { name: /^Decide about Enamel/ })).toBeVisible()
  await page.keyboard.press('x')
  await page.keyboard.press('b')
  await sendDecision(page)
  await expect(page.getByText('Decided 3 cases: Ban')).toBeVisible()
  await expect(page.getByText('No such open cases')).toBeVisible()
  const reports = await reporter.call<{ items: { outcome: string }[] }>('GET', '/api/reports')
  expect(reports.items.map(({ outcome }) => outcome)).toEqual(['upheld', 'upheld', 'upheld'])
})
