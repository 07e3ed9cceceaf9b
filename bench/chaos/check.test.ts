import { expect, it } from 'vitest'
import type { Acknowledged } from '#testing/talk-client.ts'
import { checkTalk, type Fault, type Screen, type Stored } from './check.ts'

interface Talk {
  acknowledged: Acknowledged[]
  stored: Stored[]
  screens: Screen[]
}

/** Two people who write six messages in turn. */
function soundTalk(): Talk {
  const acknowledged = Array.from({ length: 6 }, (_, at) => ({
    id: `id-${at}`,
    conversationId: 'talk',
    seq: at + 1,
    senderId: at % 2 ? 'ama' : 'kofi',
    clientKey: `key-${at}`,
    content: `Message ${at}`,
    number: Math.floor(at / 2) + 1,
  }))
  const stored = acknowledged.map(({ number: _, ...row }) => row)
  const screens = ['ama', 'kofi'].map((personId) => ({
    conversationId: 'talk',
    personId,
    shown: stored.map(({ id, seq, content }) => ({ id, seq, content })),
  }))
  return { acknowledged, stored, screens }
}

const check = ({ acknowledged, stored, screens }: Talk) => checkTalk(acknowledged, stored, screens)
const found = (talk: Talk) =>
  Object.entries(check(talk))
    .filter(([, count]) => count > 0)
    .map(([fault]) => fault)

const screenOf = (talk: Talk) => talk.screens[0]?.shown as { id: string; seq: number; content: string }[]
const swap = (list: unknown[], a: number, b: number) => ([list[a], list[b]] = [list[b], list[a]])

it('nothing is wrong with a sound talk', () => {
  expect(found(soundTalk())).toEqual([])
})

it.each<[Fault, string, (talk: Talk) => void]>([
  ['lost', 'a message is not in the database', ({ stored }) => stored.splice(5, 1)],
  ['lost', 'one from the middle is not', ({ stored }) => stored.splice(2, 1)],
  [
    'doubled',
    'a row is there twice',
    ({ stored }) => stored.push({ ...(stored[5] as Stored), id: 'x', seq: 7 }),
  ],
  ['doubled', 'two have the same number', ({ stored }) => Object.assign(stored[4] as Stored, { seq: 4 })],
  ['changed', 'a text is another', ({ stored }) => Object.assign(stored[1] as Stored, { content: 'No' })],
  [
    'changed',
    'its sender is another',
    ({ stored }) => Object.assign(stored[1] as Stored, { senderId: 'kofi' }),
  ],
  [
    'changed',
    'the answer named another number',
    ({ acknowledged }) => Object.assign(acknowledged[3] as Acknowledged, { seq: 5 }),
  ],
  [
    'disordered',
    "somebody's second stands before their first",
    ({ stored, acknowledged }) => {
      for (const list of [stored, acknowledged]) {
        Object.assign(list[0] as Stored, { seq: 3 })
        Object.assign(list[2] as Stored, { seq: 1 })
      }
    },
  ],
  ['disordered', 'there is a gap', ({ stored }) => Object.assign(stored[5] as Stored, { seq: 9 })],
  ['invented', 'nobody sent it', ({ acknowledged }) => acknowledged.splice(3, 1)],
  ['not shown', 'a screen has a hole', (talk) => screenOf(talk).splice(2, 1)],
  ['not shown', 'a screen ends early', (talk) => screenOf(talk).splice(5, 1)],
  ['shown wrongly', 'two have changed places on a screen', (talk) => swap(screenOf(talk), 1, 2)],
  [
    'shown wrongly',
    'one is shown twice',
    (talk) => screenOf(talk).push({ ...(screenOf(talk)[5] as Stored) }),
  ],
  [
    'shown wrongly',
    'its text is another',
    (talk) => (screenOf(talk)[0] = { id: 'id-0', seq: 1, content: 'No' }),
  ],
])('%s: %s', (fault, _, plant) => {
  const talk = soundTalk()
  plant(talk)
  expect(found(talk)).toContain(fault)
})
