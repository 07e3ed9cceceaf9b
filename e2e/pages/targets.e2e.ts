import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { smallTargets } from '#e2e/target-size.ts'
import { publishListing } from '#e2e/listings.ts'
import { newPerson, signedIn } from '#e2e/people.ts'
import { expect, test } from '#e2e/journey.ts'

const WIDTH = 390

async function expectLargeTargets(page: Page, name: string): Promise<void> {
  expect(await smallTargets(page), name).toEqual([])
}

test('a thumb meets everything that opens above the public pages', async ({ openPage }) => {
  const page = await openPage('/products', { width: WIDTH })
  await page
    .getByRole('button', { name: /^Favourite/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Dismiss' }).waitFor()
  await expectLargeTargets(page, 'a toast')
  await page
    .getByRole('button', { name: /^Filters/ })
    .first()
    .click()
  await page.getByRole('dialog').waitFor()
  await expectLargeTargets(page, 'the filters')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /menu/i }).first().click()
  await expectLargeTargets(page, 'the menu')
})

test('and on the pages of somebody who buys and sells', async ({ openSignedIn }) => {
  const email = await newPerson('Yaa Thumbs')
  const page = await openSignedIn('/settings-page', { email, width: WIDTH })
  await page.getByRole('button', { name: 'Change password' }).click()
  await expectLargeTargets(page, 'a new password')

  await page.goto('/create-product')
  await page.getByLabel('Tags', { exact: true }).fill('lamp,')
  await page.getByRole('button', { name: 'Add a detail' }).click()
  await expectLargeTargets(page, 'a listing')
  for (const name of ['Images', 'Templates', 'Bulk Upload']) {
    await page.getByRole('tab', { name }).click()
    await expectLargeTargets(page, name)
  }
})

test('and in a conversation, with its reactions', async ({ openSignedIn }) => {
  const seller = await newPerson('Kojo Thumbs')
  const productId = await publishListing(await signedIn(seller), `Chair ${randomUUID().slice(0, 8)}`)
  const buyer = await newPerson('Esi Thumbs')
  const person = await signedIn(buyer)
  const { id } = await person.call<{ id: string }>('POST', '/api/conversations', { productId })
  const message = { clientKey: randomUUID(), content: 'Is it still there?' }
  await person.call('POST', `/api/conversations/${id}/messages`, message)
  const page = await openSignedIn(`/conversation/${id}`, { email: seller, width: WIDTH })
  const react = page.getByRole('button', { name: 'React' })
  await react.focus()
  await react.press('Enter')
  await expectLargeTargets(page, 'the reactions')
  await page.getByRole('group', { name: 'Choose a reaction' }).getByRole('button').first().click()
  await page.getByRole('list', { name: 'Reactions' }).waitFor()
  await expectLargeTargets(page, 'a message')
  await page.getByRole('button', { name: 'Contact options' }).click()
  await page.getByRole('dialog').waitFor()
  await expectLargeTargets(page, 'ways to reach the other')
})
