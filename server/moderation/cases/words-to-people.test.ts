import { beforeEach, expect, it } from 'vitest'
import { preparedWords } from '#contract/moderation/cases/prepared-words.ts'
import { createMarket, signIn } from '#testing/accounts/accounts.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { signInStaff } from '#testing/accounts/staff.ts'
import type { TestClient } from '#testing/anonymous-client.ts'
import { insertProduct } from '#testing/market/products.ts'
import { setUp } from '#testing/set-up.ts'

const test = setUp(createMarket)
let yaw: TestClient

beforeEach(async () => {
  for (const table of ['rate_limits', 'staff', 'notifications'] as const)
    await test.db.deleteFrom(table).execute()
  yaw = await signInStaff(test, 'moderator')
})

/** Removes a listing of this title. Returns the status and the words that its seller reads. */
async function remove(title: string, changed = (words: string) => words) {
  const id = await insertProduct(test.db, { title })
  const common = { action: 'remove', rule: 'no-spam' } as const
  const prepared = preparedWords({ ...common, kind: 'product', title, name: PEOPLE.ama.full_name })
  const form = { target: { kind: 'product', id }, ...common, words: changed(prepared), days: null }
  const { status } = await yaw.send('POST', '/api/moderation/decisions', form)
  const ama = await signIn(test, 'ama')
  const decisions = (await (await ama.send('GET', '/api/decisions')).json()) as {
    items: { target: { id: string }; words: string }[]
  }
  return { status, words: decisions.items.find(({ target }) => target.id === id)?.words }
}

it.each(['Cheap data, call 0244123456', 'Followers at www.cheap-likes.com/gh'])(
  'words may quote the title %s, which its seller wrote',
  async (title) => {
    expect(await remove(title)).toMatchObject({
      status: 201,
      words: expect.stringContaining(`"${title}"`) as string,
    })
  },
)

it.each([
  ['a number after the title', (words: string) => `${words} Call 0244123456`],
  ['another quoted number', (words: string) => `${words} "0201234567"`],
])('words with %s are refused', async (_, changed) => {
  expect(await remove('Cheap data, call 0244123456', changed)).toMatchObject({ status: 422 })
})

it('words separate the direction of a quoted title from the words around it', async () => {
  const { words } = await remove('هاتف سامسونج 5')
  expect(words).toContain('In your listing "\u2068هاتف سامسونج 5\u2069", you advertise')
  const rows = await test.db.selectFrom('notifications').select('content').execute()
  expect(rows.map(({ content }) => content)).toContainEqual(
    expect.stringContaining('"\u2068هاتف سامسونج 5\u2069", you advertise'),
  )
})

it('words of the greatest length are stored without signs that nobody sees', async () => {
  const { status, words } = await remove('هاتف 5', (prepared) => prepared.padEnd(1000, '.'))
  expect(status).toBe(201)
  expect(words).toHaveLength(1000)
})
