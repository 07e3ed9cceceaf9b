import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { idMark } from '#contract/id-mark.ts'
import { type Answers, showPage } from '#testing/web/signed-in-page.tsx'
import { writeHidden } from '#web/blocks/hidden-people.ts'
import { MessageRow } from './MessageRow.tsx'
import type { ShownMessage } from './shown-messages.ts'

const createdAt = '2026-11-03T23:30:00.000Z'
const message = {
  id: 'm1',
  conversationId: 'c1',
  seq: 1,
  senderId: 'ama',
  clientKey: 'k1',
  content: 'Hello',
  photo: null,
  read: true,
  reactions: [],
  createdAt,
}
const ACTIONS = { react: () => undefined, retry: () => undefined, discard: () => undefined }

afterEach(() => writeHidden(undefined))

function show(
  shown: ShownMessage,
  { name = 'Ama Mensah', answers = {} }: { name?: string; answers?: Answers } = {},
) {
  const Page = () => (
    <ul>
      <MessageRow
        shown={shown}
        isGroupStart
        isGroupEnd
        viewerId="kofi"
        otherName={name}
        title="Kettle"
        actions={ACTIONS}
      />
    </ul>
  )
  showPage(Page, { answers, path: '/', at: '/' })
}

it('shows the time of a message in the zone of the site', () => {
  show({ kind: 'message', message, isOwn: false, isRead: true, reactions: [] })
  expect(screen.getByRole('time').textContent).toMatch(/^12:30\s*am$/i)
})

it('names the progress of a photo that is being sent', () => {
  show({
    kind: 'pending',
    pending: {
      clientKey: 'k1',
      content: '',
      photo: { preview: 'blob:photo', sent: 0.5 },
      createdAt,
      state: 'sending',
      isHeldUp: false,
      problem: null,
    },
  })
  const progress = screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Sending the photo' })
  expect(progress.value).toBe(0.5)
})

it('separates the direction of a name from the words around it', () => {
  const photo = { src: '/photos/p', width: 4, height: 3, thumbhash: '' }
  show(
    { kind: 'message', message: { ...message, photo }, isOwn: false, isRead: true, reactions: [] },
    { name: 'أمل' },
  )
  expect(screen.getByText('\u2068أمل\u2069:')).toBeTruthy()
  expect(screen.getByRole('img').getAttribute('alt')).toBe('Photo from \u2068أمل\u2069')
})

const suspicious = (
  isOwn: boolean,
  { senderId = 'ama', rule = 'prepayment' }: { senderId?: string | null; rule?: string } = {},
): ShownMessage => {
  const warnings = [{ rule, look: 'warn' as const, reader: 'Do not pay {name}', writer: 'Careful' }]
  return { kind: 'message', message: { ...message, senderId, warnings }, isOwn, isRead: true, reactions: [] }
}
const answersAtWarning = () =>
  within(screen.getByRole('note'))
    .queryAllByRole('button')
    .map((button) => button.getAttribute('aria-label') ?? button.textContent)

it('offers to report and block at a warning', () => {
  show(suspicious(false))
  expect(answersAtWarning()).toEqual(['Report message', 'Block Ama Mensah', 'This was not a trick'])
})

it.each([
  ['the writer nothing', true, 'ama', []],
  ['no block of a deleted account', false, null, ['Report message', 'This was not a trick']],
])('offers %s at a warning', (_, isOwn, senderId, offered) => {
  show(suspicious(isOwn, { senderId }))
  expect(answersAtWarning()).toEqual(offered)
})

it('asks before it blocks, and offers no block of a blocked person', async () => {
  show(suspicious(false))
  await userEvent.click(screen.getByRole('button', { name: 'Block Ama Mensah' }))
  expect(await screen.findByRole('heading', { name: 'Block Ama Mensah?', hidden: true })).toBeTruthy()
  act(() => writeHidden({ personId: 'kofi', readAt: 0, blocked: [idMark('ama')], reported: [] }))
  expect(answersAtWarning()).toEqual(['Report message', 'This was not a trick'])
})

it.each([
  ['trick', 'prepayment', 'This helps us improve these notices.'],
  ['threat', 'pidgin-violence', 'This helps us tell threats from ordinary talk.'],
])(
  'takes it from the reader that a message was no %s, and still offers to report and block',
  async (what, rule, thanks) => {
    show(suspicious(false, { rule }), { answers: { 'POST /api/messages/m1/false-alarm': {} } })
    await userEvent.click(screen.getByRole('button', { name: `This was not a ${what}` }))
    expect(document.activeElement?.textContent).toBe(`Thank you. ${thanks}`)
    expect(answersAtWarning()).toEqual(['Report message', 'Block Ama Mensah'])
  },
)

it('separates the direction of a name in the label of a button', () => {
  show(suspicious(false), { name: 'יעל' })
  expect(answersAtWarning()).toContain('Block \u2068יעל\u2069')
})
