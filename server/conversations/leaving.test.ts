import { beforeAll, expect, it } from 'vitest'
import { insertAccounts, PASSWORD, signIn } from '#testing/accounts/accounts.ts'
import { callLive, connectLive, createLiveApp, nextEvent } from '#testing/live/live.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { insertProduct } from '#testing/market/products.ts'
import { setUp } from '#testing/set-up.ts'

const test = setUp(createLiveApp)
beforeAll(async () => {
  await insertAccounts(test.db)
})

it('a deleted account disappears from open conversations at once', async () => {
  const [ama, kofi, esi] = [await signIn(test, 'ama'), await signIn(test, 'kofi'), await signIn(test, 'esi')]
  const productId = await insertProduct(test.db)
  const opened = await kofi.send('POST', '/api/conversations', { productId })
  const { id } = (await opened.json()) as { id: string }
  const [peer, stranger] = [await connectLive(test.url, kofi.token), await connectLive(test.url, esi.token)]
  const receivedByStranger: unknown[] = []
  // The notification badge may still follow from signing in.
  stranger.onAny((event) => event !== 'notifications.changed' && receivedByStranger.push(event))

  const left = nextEvent(peer, 'person.left')
  await ama.send('POST', '/api/account/reauthenticate', { password: PASSWORD })
  expect((await ama.send('POST', '/functions/v1/delete-user-account')).status).toBe(200)
  expect(await left).toEqual({ userId: PEOPLE.ama.id })
  const read = await kofi.send('GET', `/api/conversations/${id}`)
  expect(await read.json()).toMatchObject({ other: { id: null, name: 'Unknown User' }, presence: null })
  // This reply arrives after everything that was on its way to the stranger.
  expect(await callLive(stranger, 'presence.unwatch', { conversationId: id })).toEqual({ ok: true })
  expect(receivedByStranger).toEqual([])
  for (const socket of [peer, stranger]) socket.close()
})
