import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { showPage } from '#testing/web/signed-in-page.tsx'
import { MessageRow } from './MessageRow.tsx'
import type { ShownMessage } from './shown-messages.ts'

const createdAt = '2026-11-03T23:30:00.000Z'
const ACTIONS = { react: () => undefined, retry: () => undefined, discard: () => undefined }

function show(shown: ShownMessage) {
  const Page = () => (
    <ul>
      <MessageRow
        shown={shown}
        isGroupStart
        isGroupEnd
        viewerId="kofi"
        otherName="Ama Mensah"
        title="Kettle"
        actions={ACTIONS}
      />
    </ul>
  )
  showPage(Page, { answers: {}, path: '/', at: '/' })
}

it('shows the time of a message in the zone of the site', () => {
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
