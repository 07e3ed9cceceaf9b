import { beforeAll, expect, it } from 'vitest'
import { insertAccounts, signIn } from '#testing/accounts/accounts.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import type { TestClient } from '#testing/anonymous-client.ts'
import { connectLive, createLiveApp, nextEvent } from '#testing/live/live.ts'
import { openConversation, takeStep } from '#testing/market/agreements.ts'
import { insertProduct } from '#testing/market/products.ts'
import { setUp } from '#testing/set-up.ts'

const { kofi: KOFI } = PEOPLE

const test = setUp(createLiveApp)
let ama: TestClient
let kofi: TestClient

beforeAll(async () => {
  await insertAccounts(test.db)
  ama = await signIn(test, 'ama')
  kofi = await signIn(test, 'kofi')
})

const sanction = (kind: string, until: string | null) =>
  test.db
    .insertInto('sanctions')
    .values({ person_id: KOFI.id, kind, until, decision_id: crypto.randomUUID() })
    .execute()

it.each<[string, string, () => Promise<unknown>]>([
  ['a block', 'cancel', () => ama.send('PUT', `/api/blocks/${KOFI.id}`)],
  ['a ban', 'off', () => sanction('banned', null)],
  ['a suspension', 'off', () => sanction('suspended', new Date(Date.now() + 86_400_000).toISOString())],
  ['a deleted listing', 'off', () => test.db.deleteFrom('products').execute()],
  ['a deleted account', 'off', () => test.db.deleteFrom('profiles').where('id', '=', KOFI.id).execute()],
])('an agreement that %s ends changes in an open conversation', async (_, kind, end) => {
  for (const table of ['blocks', 'sanctions', 'conversations'] as const)
    await test.db.deleteFrom(table).execute()
  const chat = await openConversation(kofi, await insertProduct(test.db))
  await takeStep(ama, chat, { step: 'reserve' })
  const socket = await connectLive(test.url, ama.token)
  const ended = nextEvent(socket, 'message.sent', ({ message }) => message.step?.kind === kind)
  await end()
  expect((await ended).message).toMatchObject({
    conversationId: chat,
    step: { agreement: { state: 'ended' } },
  })
  socket.close()
})
