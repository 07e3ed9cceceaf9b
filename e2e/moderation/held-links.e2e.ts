import { beginTrade } from '#e2e/trade.ts'
import type { Page } from '@playwright/test'
import { hydrated } from '#e2e/browser.ts'
import { expect, test } from '#e2e/journey.ts'
import { newStaff } from '#e2e/staff.ts'

const TITLE = 'Enamel basin with a blue rim'
const WHY = 'This site copies a bank.'

async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
}
const notices = (page: Page) => page.getByRole('note', { name: 'About this message' })
const cardOf = (moderator: Page, text: string) =>
  moderator.getByRole('list', { name: 'Messages with links' }).getByRole('listitem').filter({ hasText: text })

test("A new account's first link waits for a moderator, then is delivered in order or refused with a reason", async ({
  openSignedIn,
}) => {
  const {
    path,
    seller: owner,
    buyer: writer,
    id,
  } = await beginTrade('Abla Sells Basins', 'Kwabena Buys Basins', TITLE)
  const buyer = await openSignedIn(path, { width: 390, person: writer })
  const seller = await openSignedIn(path, { width: 1280, person: owner })
  const person = await newStaff('Serwaa Reads Links', 'moderator')
  // Links wait only if a member of the staff has been active.
  await person.call('GET', '/api/moderation/cases')
  const moderator = await openSignedIn('/moderation', { width: 1280, person })

  const bad = `Pay at https://bank.example/${id}`
  await write(buyer, bad)
  await expect(notices(buyer).getByText(/Moderators check links from new accounts/)).toBeVisible()
  await write(buyer, 'Good morning')
  await expect(seller.getByText('Good morning').last()).toBeVisible()
  await expect(seller.getByText('bank.example')).toHaveCount(0)
  await buyer.reload()
  await expect(notices(buyer).getByText(/Moderators check links/)).toBeVisible()

  await moderator.getByRole('link', { name: /^Links( \d+ waiting)?$/ }).click()
  await expect(cardOf(moderator, bad).getByText(/^The guard: .*link – ‘/)).toBeVisible()
  await cardOf(moderator, bad).getByRole('button', { name: 'Refuse' }).click()
  const dialog = moderator.getByRole('dialog', { name: /^Refuse message from / })
  await dialog.getByRole('button', { name: 'Refuse' }).click()
  await expect(dialog.getByText('Please tell the person why')).toBeVisible()
  await dialog.getByLabel('Message to the person').fill(WHY)
  await dialog.getByRole('button', { name: 'Refuse' }).click()
  await expect(moderator.getByText('The message from Kwabena Buys Basins was refused')).toBeVisible()
  await expect(notices(buyer).getByText(WHY)).toBeVisible()
  await expect(notices(buyer).getByRole('link', { name: 'write to us' })).toBeVisible()

  const good = `See https://basins.example/${id}`
  await write(buyer, good)
  await expect(notices(buyer).getByText(/Moderators check links/)).toBeVisible()
  await moderator.reload()
  await hydrated(moderator)
  await expect(cardOf(moderator, good)).toBeVisible()
  await cardOf(moderator, good).getByRole('button', { name: 'Release' }).click()
  await expect(moderator.getByText('The message from Kwabena Buys Basins was released')).toBeVisible()
  await expect(cardOf(moderator, good)).toHaveCount(0)
  await expect(seller.getByRole('link', { name: `https://basins.example/${id}`, exact: true })).toBeVisible()
  await expect(buyer.getByText('Waiting for a moderator')).toHaveCount(0)
  await expect(seller.getByText('bank.example')).toHaveCount(0)
  await seller.reload()
  await expect(seller.getByRole('link', { name: `https://basins.example/${id}`, exact: true })).toBeVisible()
})

test('A moderator tries a rule of the guard, adds it and switches it off', async ({ openSignedIn }) => {
  const person = await newStaff('Akosua Writes Rules', 'moderator')
  const page = await openSignedIn('/moderation', { width: 390, person, expected: [/422/] })
  await page.getByRole('link', { name: 'Rules', exact: true }).click()
  const rules = page.getByRole('list', { name: 'Guard rules' })
  await expect(rules.getByText(/hits? · \d+ false alarms?/).first()).toBeVisible()
  await page.getByRole('link', { name: 'Add a rule' }).click()
  const name = `lottery-${Date.now().toString(36)}`
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Text for the reader').fill('A prize that nobody entered for is a trick.')
  await page.getByLabel('Text for the writer').fill('The other person is advised to be careful.')
  await page.getByLabel('Words or patterns').fill('(a+)+$')
  await page.getByLabel('Messages to try, one per line').fill(`You won the ${name}\nGood morning`)
  await page.getByRole('button', { name: 'Try the rule' }).click()
  await expect(page.getByRole('alert').getByText(/is not a word/)).toBeVisible()
  await page.getByLabel('Words or patterns').fill('you won the ~1 lottery*')
  await page.getByRole('button', { name: 'Try the rule' }).click()
  const tried = page.getByRole('list', { name: 'Your messages' }).getByRole('listitem')
  await expect(tried.filter({ hasText: 'You won' }).getByText(/^Match: you won the lottery/)).toBeVisible()
  await expect(tried.filter({ hasText: 'Good morning' }).getByText('No match')).toBeVisible()
  await page.getByRole('button', { name: 'Save rule' }).click()
  await expect(page.getByText(`The rule ${name} was saved`)).toBeVisible()
  await rules.getByRole('link', { name }).click()
  await page.getByLabel('The rule is on').uncheck()
  await page.getByRole('button', { name: 'Save rule' }).click()
  await expect(
    rules.getByRole('listitem').filter({ hasText: name }).getByText('Off', { exact: true }),
  ).toBeVisible()
})

test('A moderator adds a word to a list with the keyboard, after words that cannot be saved', async ({
  openSignedIn,
  onTestEnd,
}) => {
  const person = await newStaff('Akua Edits Lists', 'moderator')
  const page = await openSignedIn('/moderation/rules', { width: 320, person, expected: [/422/] })
  await page.getByRole('link', { name: 'Word lists', exact: true }).press('Enter')
  const list = page
    .getByRole('list', { name: 'Word lists' })
    .getByRole('listitem')
    .filter({ has: page.getByText('sob', { exact: true }) })
  await list.locator('summary').press('Enter')
  const words = list.getByLabel('Words of sob')
  const shipped = await words.inputValue()
  onTestEnd(() => person.call('PUT', '/api/moderation/guard-lists/sob', { words: shipped.split(' ') }))

  await words.fill(`${shipped} (a+)+$`)
  await list.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(list.getByText(/^“\(a\+\)\+\$” is not a word/)).toBeVisible()
  await expect(words).toBeFocused()
  await expect(words).toHaveValue(`${shipped} (a+)+$`)

  await words.fill('i you the is it to a and can me my for')
  await page.keyboard.press('Tab')
  await expect(list.getByRole('button', { name: 'Try it first' })).toBeFocused()
  await page.keyboard.press('Enter')
  const trial = list.getByRole('table', { name: 'In our test messages' })
  await expect(trial.getByRole('row', { name: /^Found, of \d+ tricks \d+ \d+$/ })).toBeVisible()
  await expect(list.getByText('You cannot save these words.')).toBeVisible()

  const added = `sob${Date.now().toString(36)}`
  await words.fill(`${shipped}\n${added}`)
  await expect(trial).toHaveCount(0)
  await list.getByRole('button', { name: 'Try it first' }).press('Enter')
  await expect(trial).toBeVisible()
  await expect(list.getByText('You cannot save these words.')).toHaveCount(0)
  await list.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByText('The list sob was saved')).toBeVisible()
  await expect(list.getByText('Changed here')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await page.reload()
  await hydrated(page)
  await list.locator('summary').press('Enter')
  await expect(words).toHaveValue(`${shipped} ${added}`)
})
