import type { Page } from '@playwright/test'
import { runAdmin } from '#e2e/admin.ts'
import { hydrated } from '#e2e/browser.ts'
import { publishListing } from '#e2e/listings.ts'
import { expectNoSidewaysScroll, expectShown, expectSoundLook } from '#e2e/page-checks.ts'
import { newPerson, signedIn } from '#e2e/people.ts'
import { expect, expectSoon, test } from '#e2e/journey.ts'
import { turnOnTwoFactor } from '#e2e/staff.ts'

const TITLE = 'Enamel basin with a blue rim'
const WHY = 'This site copies a bank.'

async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
}
const notices = (page: Page) => page.getByRole('note', { name: 'About this message' })
const cardOf = (moderator: Page, text: string) =>
  moderator.getByRole('list', { name: 'Messages with links' }).getByRole('listitem').filter({ hasText: text })

test('a first link of a new account waits for a moderator, then arrives in its order, or its writer reads why not', async ({
  openSignedIn,
}) => {
  const [sellerEmail, buyerEmail, moderatorEmail] = await Promise.all(
    ['Abla Sells Basins', 'Kwabena Buys Basins', 'Serwaa Reads Links'].map(newPerson),
  )
  if (!sellerEmail || !buyerEmail || !moderatorEmail) throw new Error('Three people')
  const productId = await publishListing(await signedIn(sellerEmail), TITLE)
  const { id } = await (
    await signedIn(buyerEmail)
  ).call<{ id: string }>('POST', '/api/conversations', { productId })
  await runAdmin('role', moderatorEmail, 'moderator')
  const buyer = await openSignedIn(`/conversation/${id}`, { width: 390, email: buyerEmail })
  const seller = await openSignedIn(`/conversation/${id}`, { width: 1280, email: sellerEmail })
  const moderator = await openSignedIn('/moderation', { width: 1280, email: moderatorEmail })
  // Links wait only where one of the staff has been there.
  const looked = moderator.waitForResponse(
    (reply) => reply.url().includes('/api/moderation/cases') && reply.ok(),
  )
  await turnOnTwoFactor(moderator)
  await looked

  const bad = `Pay at https://bank.example/${id}`
  await write(buyer, bad)
  await expectShown(notices(buyer).getByText(/A moderator looks at links of new accounts first/))
  await write(buyer, 'Good morning')
  await expectShown(seller.getByText('Good morning').last())
  expect(await seller.getByText('bank.example').count()).toBe(0)
  await buyer.reload()
  await expectShown(notices(buyer).getByText(/A moderator looks at links/))
  await expectNoSidewaysScroll(buyer)
  await expectSoundLook(buyer)

  await moderator.getByRole('link', { name: /^Links( \d+ waiting)?$/ }).click()
  await expectShown(cardOf(moderator, bad))
  await expectSoundLook(moderator)
  await cardOf(moderator, bad).getByRole('button', { name: 'Refuse' }).click()
  const dialog = moderator.getByRole('dialog', { name: /^Refuse: message of / })
  await dialog.getByRole('button', { name: 'Refuse' }).click()
  await expectShown(dialog.getByText('Please say why, in words for the person'))
  await dialog.getByLabel('Words for the person').fill(WHY)
  await dialog.getByRole('button', { name: 'Refuse' }).click()
  await expectShown(moderator.getByText('The message of Kwabena Buys Basins was refused'))
  await expectShown(notices(buyer).getByText(WHY))
  await expectShown(notices(buyer).getByRole('link', { name: 'write to us' }))
  await expectSoundLook(buyer)

  const good = `See https://basins.example/${id}`
  await write(buyer, good)
  await expectShown(notices(buyer).getByText(/A moderator looks at links/))
  await moderator.reload()
  await hydrated(moderator)
  await expectShown(cardOf(moderator, good))
  await cardOf(moderator, good).getByRole('button', { name: 'Release' }).click()
  await expectShown(moderator.getByText('The message of Kwabena Buys Basins was released'))
  await expectSoon(() => cardOf(moderator, good).count()).toBe(0)
  await expectShown(seller.getByRole('link', { name: `https://basins.example/${id}` }))
  await expectSoon(() => buyer.getByText('Waiting for a moderator').count()).toBe(0)
  expect(await seller.getByText('bank.example').count()).toBe(0)
  await seller.reload()
  await expectShown(seller.getByRole('link', { name: `https://basins.example/${id}` }))
})

test('a moderator tries a rule of the guard, adds it, and switches it off', async ({ openSignedIn }) => {
  const email = await newPerson('Akosua Writes Rules')
  await runAdmin('role', email, 'moderator')
  const page = await openSignedIn('/moderation', { width: 390, email, expected: [/422/] })
  await turnOnTwoFactor(page)
  await page.getByRole('link', { name: 'Rules', exact: true }).click()
  const rules = page.getByRole('list', { name: 'Rules of the guard' })
  await expectShown(rules.getByText(/hits? · \d+ false alarms?/))
  await expectSoundLook(page)
  await page.getByRole('link', { name: 'Add a rule' }).click()
  const name = `lottery-${Date.now().toString(36)}`
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('What the reader reads').fill('A prize that nobody entered for is a trick.')
  await page.getByLabel('What the writer reads').fill('The other person is advised to be careful.')
  await page.getByLabel('Words or patterns').fill('(a+)+$')
  await page.getByLabel('Messages to try, one a line').fill(`You won the ${name}\nGood morning`)
  await page.getByRole('button', { name: 'Try the rule' }).click()
  await expectShown(page.getByRole('alert').getByText(/is not a word/))
  await page.getByLabel('Words or patterns').fill('you won the ~1 lottery*')
  await page.getByRole('button', { name: 'Try the rule' }).click()
  const tried = page.getByRole('list', { name: 'Your messages' }).getByRole('listitem')
  await expectShown(tried.filter({ hasText: 'You won' }).getByText(/^Seen: you won the lottery/))
  await expectShown(tried.filter({ hasText: 'Good morning' }).getByText('Nothing is seen'))
  await expectNoSidewaysScroll(page)
  await expectSoundLook(page)
  await page.getByRole('button', { name: 'Save rule' }).click()
  await expectShown(page.getByText(`The rule ${name} was saved`))
  await rules.getByRole('link', { name }).click()
  await page.getByLabel('The rule is on').uncheck()
  await page.getByRole('button', { name: 'Save rule' }).click()
  await expectShown(rules.getByRole('listitem').filter({ hasText: name }).getByText('Off', { exact: true }))
})
