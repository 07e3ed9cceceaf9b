import { beforeAll, expect, it } from 'vitest'
import { raceToRead } from '#testing/live/join-then-read.ts'
import { createLiveApp } from '#testing/live/live.ts'
import { openConversationClient, type ConversationClient } from '#testing/live/conversation-client.ts'
import { insertPairs, type Pair, type Participant, tokenSigner } from '#testing/live/conversation-people.ts'
import { setUp } from '#testing/set-up.ts'

/** `npm run chaos` runs ten thousand. */
const RACES = 100
const AT_ONCE = 20
const BURST = 120
const DROPS = 8

const test = setUp(createLiveApp)
let pairs: Pair[]
beforeAll(async () => {
  pairs = await insertPairs(test.db, AT_ONCE)
})

const open = async (participant: Participant): Promise<ConversationClient> =>
  openConversationClient({
    participant,
    url: test.url,
    sign: tokenSigner(test.secrets),
    reconnectionMilliseconds: 10,
  })

it(`none of ${RACES} messages sent while the reader connects are missed`, async () => {
  expect(await raceToRead(pairs, RACES, open)).toBe(0)
  const { count } = await test.db
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(count).toBe(RACES)
}, 60_000)

it(`${BURST} messages through ${DROPS} dropped connections are all shown once and in order`, async () => {
  const [pair] = await insertPairs(test.db, 1)
  const [sender, reader] = await Promise.all([open(pair?.[0] as Pair[0]), open(pair?.[1] as Pair[0])])
  let drops = 0
  reader.socket.on('disconnect', () => (drops += 1))
  const dropAt = new Set(Array.from({ length: DROPS }, (_, at) => Math.floor(((at + 0.5) * BURST) / DROPS)))
  for (let number = 1; number <= BURST; number += 1) {
    await sender.send(`Message ${number}`)
    if (!dropAt.has(number)) continue
    await expect.poll(() => reader.socket.connected, { interval: 5 }).toBe(true)
    reader.socket.io.engine.close()
  }
  await Promise.all([reader.shows(BURST), sender.shows(BURST)])
  const numbers = Array.from({ length: BURST }, (_, at) => `Message ${at + 1}`)
  expect(reader.shown.map(({ content }) => content)).toEqual(numbers)
  expect(sender.shown.map(({ content }) => content)).toEqual(numbers)
  expect(drops).toBe(DROPS)
  reader.close()
  sender.close()
}, 60_000)
