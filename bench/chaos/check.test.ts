import { expect, it } from 'vitest'
import type { Acknowledged } from '#testing/live/conversation-client.ts'
import { checkMessages, type Fault, type Screen, type Stored } from './check.ts'

interface Found {
  acknowledged: Acknowledged[]
  stored: Stored[]
  screens: Screen[]
}

/** Two people who write six messages alternately. */
function soundMessages(): Found {
  const acknowledged = Array.from({ length: 6 }, (_, at) => ({
    id: `id-${at}`,
    conversationId: 'send',
    seq: at + 1,
    senderId: at % 2 ? 'ama' : 'kofi',
    clientKey: `key-${at}`,
    content: `Message ${at}`,
    number: Math.floor(at / 2) + 1,
  }))
  const stored = acknowledged.map(({ number: _, ...row }) => row)
  const screens = ['ama', 'kofi'].map((personId) => ({
    conversationId: 'send',
    personId,
    shown: stored.map(({ id, seq, content }) => ({ id, seq, content })),
  }))
  return { acknowledged, stored, screens }
}

const check = ({ acknowledged, stored, screens }: Found) => checkMessages(acknowledged, stored, screens)
const found = (messages: Found) =>
  Object.entries(check(messages))
    .filter(([, count]) => count > 0)
    .map(([fault]) => fault)

const screenOf = (messages: Found) =>
  messages.screens[0]?.shown as { id: string; seq: number; content: string }[]
const swap = (list: unknown[], a: number, b: number) => ([list[a], list[b]] = [list[b], list[a]])

it('accepts sound messages', () => {
  expect(found(soundMessages())).toEqual([])
})

it.each<[Fault, string, (messages: Found) => void]>([
  ['lost', 'a message is not in the database', ({ stored }) => stored.splice(5, 1)],
  ['lost', 'a middle message is missing', ({ stored }) => stored.splice(2, 1)],
  [
    'doubled',
    'a row exists twice',
    ({ stored }) => stored.push({ ...(stored[5] as Stored), id: 'x', seq: 7 }),
  ],
  [
    'doubled',
    'two rows have the same number',
    ({ stored }) => Object.assign(stored[4] as Stored, { seq: 4 }),
  ],
  ['changed', 'a text differs', ({ stored }) => Object.assign(stored[1] as Stored, { content: 'No' })],
  ['changed', 'the sender differs', ({ stored }) => Object.assign(stored[1] as Stored, { senderId: 'kofi' })],
  [
    'changed',
    'the answer named another number',
    ({ acknowledged }) => Object.assign(acknowledged[3] as Acknowledged, { seq: 5 }),
  ],
  [
    'disordered',
    "a person's second message comes before their first",
    ({ stored, acknowledged }) => {
      for (const list of [stored, acknowledged]) {
        Object.assign(list[0] as Stored, { seq: 3 })
        Object.assign(list[2] as Stored, { seq: 1 })
      }
    },
  ],
  ['disordered', 'there is a gap', ({ stored }) => Object.assign(stored[5] as Stored, { seq: 9 })],
  ['invented', 'nobody sent it', ({ acknowledged }) => acknowledged.splice(3, 1)],
  ['not shown', 'a screen lacks a message', (messages) => screenOf(messages).splice(2, 1)],
  ['not shown', 'a screen ends early', (messages) => screenOf(messages).splice(5, 1)],
  ['shown wrongly', 'two messages are swapped on a screen', (messages) => swap(screenOf(messages), 1, 2)],
  [
    'shown wrongly',
    'a message is shown twice',
    (messages) => screenOf(messages).push({ ...(screenOf(messages)[5] as Stored) }),
  ],
  [
    'shown wrongly',
    'a shown text differs',
    (messages) => (screenOf(messages)[0] = { id: 'id-0', seq: 1, content: 'No' }),
  ],
])('reports %s if %s', (fault, _, plant) => {
  const messages = soundMessages()
  plant(messages)
  expect(found(messages)).toContain(fault)
})
