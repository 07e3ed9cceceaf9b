import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Message } from '#contract/conversations/conversations.ts'
import { signInAs } from '#testing/accounts/signed-in.ts'
import { SOME_CONVERSATION, someMessage } from '#testing/market/some-conversation.ts'
import { type Answers, NO_NETWORK, Refusal, showPage } from '#testing/web/signed-in-page.tsx'
import { followLive } from '#web/conversations/follow-live.ts'
import { unsentMessages } from '#web/conversations/outbox/unsent-messages.ts'
import { live } from '#web/platform/live/live.ts'
import { toastStore } from '#web/platform/ui/toasts/toast.ts'
import { ConversationPage } from './ConversationPage.tsx'

const ONE = 'GET /api/conversations/c1'
const MESSAGES = `${ONE}/messages`
const SEND = 'POST /api/conversations/c1/messages'
const READ = 'POST /api/conversations/c1/read'

const conversation = SOME_CONVERSATION
const message = someMessage

/** A browser that matches only these media queries. */
const stubMedia = (...fitting: string[]) =>
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: fitting.includes(query),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))

let answers: Answers
let called: [string, unknown][]
const messages = (...all: Message[]) => ({ messages: all, hasMore: false })
/** Confirms a sent message as the server does. */
const accepting = (seq: number) => (body: unknown) =>
  message(seq, { ...(body as Pick<Message, 'clientKey' | 'content'>), senderId: 'kofi', read: false })

beforeEach(() => {
  answers = { [ONE]: conversation, [MESSAGES]: messages(), [READ]: {} }
  called = []
  stubMedia()
  live.setCaller(async (name, input) => {
    called.push([name, input])
    return { ok: true, presence: conversation.presence }
  })
})
afterEach(async () => {
  await unsentMessages.deleteWhere(() => true)
  live.setState('off')
})

const show = () => showPage(ConversationPage, { answers, path: '/conversation/:id', at: '/conversation/c1' })
async function open() {
  const shown = show()
  await screen.findByRole('textbox', { name: 'Message' })
  return shown
}
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })
const list = () => within(screen.getByRole('list', { name: 'Messages' }))
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const toast = () => toastStore.read().at(-1)

describe('the header', () => {
  it('shows the person and the product with links', async () => {
    await open()
    expect(screen.getByRole('link', { name: 'Back to messages' }).getAttribute('href')).toBe('/messages')
    expect(screen.getByRole('button', { name: 'Ama Mensah' })).toBeDefined()
    expect(screen.getByText('GH₵1,250.00')).toBeDefined()
    expect(screen.getByRole('link', { name: 'View Product' }).getAttribute('href')).toBe('/products/p1')
  })

  it.each([
    [{ isOnline: false, lastSeenAt: new Date(Date.now() - 300_000).toISOString() }, 'Last seen 5 min ago'],
    [{ isOnline: false, lastSeenAt: null }, 'Offline'],
    [null, 'Offline'],
  ])('describes presence %j as %s', async (presence, text) => {
    answers[ONE] = { ...conversation, presence }
    await open()
    expect(screen.getByText(text)).toBeDefined()
  })

  it('shows nobody as online without a live connection', async () => {
    await open()
    expect(screen.queryByText('Online')).toBeNull()
    act(() => live.setState('connected'))
    expect(screen.getByText('Online')).toBeDefined()
    act(() => live.setState('connecting'))
    expect(screen.queryByText('Online')).toBeNull()
    expect(screen.queryByText('Offline')).toBeNull()
  })

  it('hides presence while this device is offline', async () => {
    const presence = { isOnline: false, lastSeenAt: new Date(Date.now() - 300_000).toISOString() }
    answers[ONE] = { ...conversation, presence }
    await open()
    expect(screen.getByText('Last seen 5 min ago')).toBeDefined()
    act(() => live.setState('connected'))
    const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    act(() => void dispatchEvent(new Event('offline')))
    expect(screen.queryByText(/^(Last seen|Offline|Online)/)).toBeNull()
    expect(screen.queryByText(/^Ama Mensah is (online|offline)$/)).toBeNull()
    isOnline.mockRestore()
  })

  it('shows Unknown User at once when the other person deletes their account', async () => {
    const { api, queryClient } = await open()
    act(() => live.setState('connected'))
    await userEvent.type(field(), 'Is it')
    const stop = followLive({ api, queryClient, live, personId: 'kofi' })
    act(() => live.deliver('person.left', { userId: 'ama' }))
    expect(await screen.findByText('This person deleted their account. You cannot write to them.')).toBe(
      document.activeElement,
    )
    stop()
    expect(screen.getByRole('heading', { level: 1, name: 'Unknown User' })).toBeDefined()
    expect(screen.queryByText(/^(Offline|Online|Last seen)/)).toBeNull()
    for (const name of ['Contact options', 'Call', 'SMS', 'Email', 'Video', 'Send'])
      expect(screen.queryByRole('button', { name })).toBeNull()
    expect(screen.queryByText(/Ama Mensah/)).toBeNull()
  })

  it("follows the other person's presence", async () => {
    await open()
    act(() => live.setState('connected'))
    await waitFor(() => expect(called).toContainEqual(['presence.watch', { conversationId: 'c1' }]))
    const presence = { isOnline: false, lastSeenAt: new Date().toISOString() }
    act(() => live.deliver('presence.changed', { userId: 'ama', presence }))
    expect(screen.getByText('Last seen just now')).toBeDefined()
    act(() => live.deliver('presence.changed', { userId: 'esi', presence: conversation.presence }))
    expect(screen.queryByText('Online')).toBeNull()
  })

  it('announces presence to screen readers, without the time', async () => {
    await open()
    act(() => live.setState('connected'))
    const spoken = () => screen.getByText(/^Ama Mensah is (online|offline)$/)
    expect(spoken().textContent).toBe('Ama Mensah is online')
    expect(spoken().getAttribute('role')).toBe('status')
    const presence = { isOnline: false, lastSeenAt: new Date(Date.now() - 300_000).toISOString() }
    act(() => live.deliver('presence.changed', { userId: 'ama', presence }))
    expect(spoken().textContent).toBe('Ama Mensah is offline')
    expect(screen.getByText(/^Last seen/).closest('[role=status]')).toBeNull()
  })

  it.each([
    ['sold', 'Sold'],
    ['reserved', 'Reserved'],
  ] as const)('shows that the product is %s', async (status, text) => {
    answers[ONE] = { ...conversation, product: { ...conversation.product, status } }
    await open()
    expect(screen.getByText(text)).toBeDefined()
  })

  it('shows that the product was deleted or the person has left', async () => {
    answers[ONE] = {
      ...conversation,
      product: { id: null, title: 'Kente cloth', price: null, status: null, photo: null },
      other: { id: null, name: 'Unknown User', avatar: null },
      presence: null,
    }
    show()
    expect(await screen.findByText('This listing is no longer online.')).toBeDefined()
    expect(screen.queryByRole('link', { name: 'View Product' })).toBeNull()
    expect(screen.getByText(/You cannot write to them/)).toBeDefined()
    expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull()
  })
})

describe('the page of a conversation that cannot be loaded', () => {
  it.each([
    ['conversation-access-denied', 'Access denied', 'You do not have access to this conversation'],
    ['conversation-not-found', 'Not found', 'Conversation not found'],
    ['invalid-input', 'Not found', 'Conversation not found'],
  ] as const)('explains %s and returns to the list', async (code, title, detail) => {
    answers[ONE] = new Refusal(code)
    show()
    await waitFor(() => expect(screen.getByLabelText('Address').textContent).toBe('/messages'))
    expect(toastStore.read()).toMatchObject([{ title, detail }])
  })

  it('can be retried after another failure', async () => {
    answers[ONE] = new Refusal('fault')
    show()
    expect(await screen.findByText('Failed to load conversation')).toBeDefined()
    answers[ONE] = conversation
    await press('Try again')
    expect(await screen.findByText('Start the conversation')).toBeDefined()
  })
})

describe('the list of messages', () => {
  it('groups messages by day', async () => {
    const yesterday = new Date(Date.now() - 24 * 3_600_000).toISOString()
    answers[MESSAGES] = messages(
      message(1, { createdAt: '2025-11-03T10:00:00.000Z' }),
      message(2, { createdAt: yesterday }),
      message(3),
    )
    await open()
    expect(await list().findByText('3 Nov 2025')).toBeDefined()
    const order = list()
      .getAllByText(/^(3 Nov 2025|Yesterday|Today|Message \d)$/)
      .map(({ textContent }) => textContent)
    expect(order).toEqual(['3 Nov 2025', 'Message 1', 'Yesterday', 'Message 2', 'Today', 'Message 3'])
  })

  it('shows one time for messages that one person sent close together', async () => {
    const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
    answers[MESSAGES] = messages(
      message(1, { createdAt: at(32) }),
      message(2, { createdAt: at(31) }),
      message(3, { createdAt: at(3) }),
      message(4, { createdAt: at(2), senderId: 'kofi' }),
    )
    await open()
    await list().findByText('Message 4')
    const timed = list()
      .getAllByText(/^Message \d$/)
      .map((text) => text.closest('li')?.querySelector('time') !== null)
    expect(timed).toEqual([false, true, true, true])
  })

  it('shows a price change, which takes no reactions', async () => {
    const priceChange = { from: 1250, to: 999.5 }
    answers[MESSAGES] = messages(message(1), message(2, { content: '', priceChange }))
    await open()
    expect(await list().findByText('Price changed from GH₵1,250.00 to GH₵999.50')).toBeDefined()
    expect(list().getAllByRole('button', { name: /^React/ })).toHaveLength(1)
    const next = message(3, { content: '', priceChange: { from: 999.5, to: 900 }, read: false })
    act(() => live.deliver('message.sent', { message: next }))
    const words = 'Price changed from GH₵999.50 to GH₵900.00'
    expect(await list().findByText(words)).toBeDefined()
    expect(within(screen.getByRole('log')).getByText(words)).toBeDefined()
  })

  it('links only web addresses', async () => {
    answers[MESSAGES] = messages(message(1, { content: 'See https://example.com/a or javascript:alert(1)' }))
    await open()
    const link = await list().findByRole('link')
    expect(link.getAttribute('href')).toBe('https://example.com/a')
    expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow')
    expect(link.getAttribute('target')).toBe('_blank')
  })

  it('marks messages as read later if that failed at first', async () => {
    answers[MESSAGES] = messages(message(1, { read: false }))
    answers[`${MESSAGES}?after=1`] = messages()
    answers[READ] = NO_NETWORK
    const { sent } = await open()
    const reads = () => sent(READ)
    await waitFor(() => expect(reads()).toHaveLength(1))
    answers[READ] = {}
    act(() => live.setState('connected'))
    await waitFor(() => expect(reads()).toHaveLength(2))
  })

  it('marks seen messages as read and announces new ones to screen readers', async () => {
    answers[MESSAGES] = messages(message(1, { read: false }))
    const { sent } = await open()
    await waitFor(() => expect(sent(READ)).toMatchObject([{ body: { seq: 1 } }]))
    act(() => live.deliver('message.sent', { message: message(2, { read: false }) }))
    await waitFor(() => expect(sent(READ)).toHaveLength(2))
    const log = screen.getByRole('log')
    expect(within(log).getByText('Ama Mensah: Message 2')).toBeDefined()
    expect(within(log).queryByText(/Message 1/)).toBeNull()
  })

  it('shows that the other person is typing', async () => {
    await open()
    const typing = (isTyping: boolean) =>
      act(() => live.deliver('typing.changed', { conversationId: 'c1', userId: 'ama', typing: isTyping }))
    typing(true)
    expect(screen.getByText('Ama Mensah is typing')).toBeDefined()
    typing(false)
    expect(screen.queryByText('Ama Mensah is typing')).toBeNull()
    typing(true)
    act(() => live.deliver('message.sent', { message: message(1) }))
    expect(screen.queryByText('Ama Mensah is typing')).toBeNull()
  })
})

describe('the composer', () => {
  it('sends the trimmed text with Enter and shows its delivery', async () => {
    answers[SEND] = accepting(1)
    const { sent } = await open()
    await userEvent.type(field(), '  Hello{Shift>}{Enter}{/Shift}there  {Enter}')
    expect(field().value).toBe('')
    await waitFor(() => expect(sent(SEND)).toMatchObject([{ body: { content: 'Hello\nthere' } }]))
    expect(await list().findByText('Sent')).toBeDefined()
    act(() => live.deliver('message.read', { conversationId: 'c1', userId: 'ama', seq: 1 }))
    expect(list().getByText('Read')).toBeDefined()
  })

  it('sends no blank text', async () => {
    const { sent } = await open()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true)
    await userEvent.type(field(), '   {Enter}')
    expect(sent(SEND)).toEqual([])
  })

  it('keeps all pasted text and refuses one that is too long', async () => {
    const { sent } = await open()
    fireEvent.change(field(), { target: { value: 'x'.repeat(4600) } })
    expect(screen.getByText('4600 of 5000')).toBeDefined()
    fireEvent.change(field(), { target: { value: 'x'.repeat(5001) } })
    expect(field().value).toHaveLength(5001)
    expect(screen.getByText('Must be at most 5000 characters long')).toBeDefined()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true)
    await userEvent.type(field(), '{Enter}')
    expect(sent(SEND)).toEqual([])
  })

  it('sends no text of invisible characters only', async () => {
    const { sent } = await open()
    fireEvent.change(field(), { target: { value: '\u3164\u200b' } })
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true)
    await userEvent.type(field(), '{Enter}')
    expect(sent(SEND)).toEqual([])
  })

  it('keeps a message and requests a login if the session has vanished', async () => {
    const { sent } = await open()
    localStorage.clear()
    await userEvent.type(field(), 'Is it still there?{Enter}')
    expect(screen.getByText('Log in to send.')).toBeDefined()
    expect(field().value).toBe('Is it still there?')
    expect(sent(SEND)).toEqual([])
    answers[SEND] = accepting(1)
    act(() => signInAs('kofi'))
    await userEvent.type(field(), '{Enter}')
    expect(await list().findByText('Is it still there?')).toBeDefined()
    expect(screen.queryByText('Log in to send.')).toBeNull()
    expect(field().value).toBe('')
  })

  it('is replaced by a notice if the account was closed', async () => {
    answers[ONE] = { ...conversation, isBanned: true }
    show()
    expect(
      await screen.findByText('This account was closed for breaking the rules. Do not pay.'),
    ).toBeDefined()
    expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull()
  })

  it('learns from a refusal that the other person has left', async () => {
    answers[SEND] = new Refusal('person-left')
    await open()
    answers[ONE] = {
      ...conversation,
      other: { id: null, name: 'Unknown User', avatar: null },
      presence: null,
    }
    await userEvent.type(field(), 'Hello{Enter}')
    expect(await screen.findByText('This person has left and cannot read your message.')).toBeDefined()
    expect(await screen.findByText(/This person deleted their account/)).toBeDefined()
  })

  it('breaks the line with Enter on a touch screen and sends with the button', async () => {
    stubMedia('(pointer: coarse)')
    answers[SEND] = accepting(1)
    const { sent } = await open()
    await userEvent.type(field(), 'One{Enter}two')
    expect(sent(SEND)).toEqual([])
    await press('Send')
    await waitFor(() => expect(sent(SEND)).toMatchObject([{ body: { content: 'One\ntwo' } }]))
  })

  it('does not send during a text composition', async () => {
    const { sent } = await open()
    fireEvent.change(field(), { target: { value: 'に' } })
    fireEvent.keyDown(field(), { key: 'Enter', isComposing: true })
    expect(sent(SEND)).toEqual([])
  })

  it('keeps unsent text for this conversation', async () => {
    await open()
    await userEvent.type(field(), 'Later')
    cleanup()
    await open()
    expect(field().value).toBe('Later')
  })

  it('emits typing, and its end on blur and on send', async () => {
    answers[SEND] = accepting(1)
    await open()
    const emitted = () =>
      called.flatMap(([name, input]) => (name === 'typing' ? [(input as { typing: boolean }).typing] : []))
    await userEvent.type(field(), 'Hi')
    expect(emitted()).toEqual([true])
    await userEvent.tab()
    expect(emitted()).toEqual([true, false])
    await userEvent.type(field(), ' you{Enter}')
    expect(emitted()).toEqual([true, false, true, false])
  })

  it('shows why a message was refused, and sends or deletes it on request', async () => {
    answers[SEND] = new Refusal('invalid-input')
    const { sent } = await open()
    await userEvent.type(field(), 'Hello{Enter}')
    expect(await list().findByText('Failed')).toBeDefined()
    expect(list().getByText('Please fix the errors')).toBeDefined()
    await press('Retry')
    await waitFor(() => expect(sent(SEND)).toHaveLength(2))
    await press('Delete')
    await waitFor(() => expect(list().queryByText('Hello')).toBeNull())
    expect(new Set(sent(SEND).map(({ body }) => (body as Message).clientKey)).size).toBe(1)
  })

  it('waits without a network and sends once when it is back', async () => {
    answers[SEND] = NO_NETWORK
    const { sent } = await open()
    await userEvent.type(field(), 'Hello{Enter}')
    expect(await list().findByText('Waiting to be sent')).toBeDefined()
    answers[SEND] = accepting(1)
    await userEvent.type(field(), 'Again{Enter}')
    await waitFor(() => expect(list().queryByText('Waiting to be sent')).toBeNull())
    expect(sent(SEND).map(({ body }) => (body as Message).content)).toEqual(['Hello', 'Hello', 'Again'])
  })

  it('removes a waiting message on request', async () => {
    answers[SEND] = NO_NETWORK
    await open()
    await userEvent.type(field(), 'Hello{Enter}')
    expect(await list().findByText('Waiting to be sent')).toBeDefined()
    expect(list().queryByRole('button', { name: 'Retry' })).toBeNull()
    await userEvent.click(await list().findByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(list().queryByText('Hello')).toBeNull())
  })

  it('offers first lines to the buyer and none to the seller', async () => {
    const { sent } = await open()
    await userEvent.click(await screen.findByRole('button', { name: 'Is this still available?' }))
    expect(field().value).toBe('Is this still available?')
    expect(document.activeElement).toBe(field())
    expect(sent(SEND)).toEqual([])
    expect(screen.queryByRole('list', { name: 'Quick replies' })).toBeNull()
    cleanup()
    localStorage.clear()
    answers[ONE] = { ...conversation, isSeller: true }
    await open()
    expect(await screen.findByText('Start the conversation')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Is this still available?' })).toBeNull()
  })

  it('offers the seller replies to the last message until they have answered', async () => {
    answers[ONE] = { ...conversation, isSeller: true }
    answers[MESSAGES] = messages(message(1, { content: 'Is this still available?' }))
    answers[SEND] = accepting(2)
    await open()
    await userEvent.click(await screen.findByRole('button', { name: 'Yes, it is available' }))
    await userEvent.type(field(), '{Enter}')
    await list().findByText('Sent')
    expect(screen.queryByRole('list', { name: 'Quick replies' })).toBeNull()
  })

  it('says at once why a file is no photo', async () => {
    await open()
    const text = new File(['x'], 'list.txt', { type: 'text/plain' })
    await userEvent.upload(screen.getByLabelText('Photo file'), text, { applyAccept: false })
    expect(toast()?.title).toBe('This photo cannot be sent')
  })
})

describe('the reaction picker', () => {
  const REACT = 'PUT /api/messages/m1/reaction'

  it('adds and removes a reaction by keyboard', async () => {
    answers[MESSAGES] = messages(message(1))
    answers[REACT] = {}
    const { sent } = await open()
    const button = await list().findByRole('button', { name: /^React/ })
    button.focus()
    await userEvent.keyboard('{Enter}')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Thumbs up')
    await userEvent.keyboard('{Escape}')
    expect(document.activeElement).toBe(button)
    await userEvent.keyboard('{Enter}{Tab}{Enter}')
    const shownReactions = within(await list().findByRole('list', { name: 'Reactions' }))
    expect(shownReactions.getByRole('button', { name: 'Heart', pressed: true })).toBeDefined()
    act(() =>
      live.deliver('reaction.changed', {
        conversationId: 'c1',
        messageId: 'm1',
        userId: 'ama',
        reaction: 'heart',
      }),
    )
    await userEvent.click(shownReactions.getByRole('button', { name: 'Heart, 2' }))
    await waitFor(() =>
      expect(sent(REACT).map(({ body }) => body)).toEqual([{ reaction: 'heart' }, { reaction: null }]),
    )
    expect(shownReactions.getByRole('button', { name: 'Heart', pressed: false })).toBeDefined()
  })

  it('opens on a long press, with a way to copy the text', async () => {
    // `setup` provides a clipboard.
    const user = userEvent.setup()
    answers[MESSAGES] = messages(message(1))
    await open()
    const words = await list().findByText('Message 1')
    fireEvent.pointerDown(words, { pointerType: 'touch', clientX: 5, clientY: 5 })
    fireEvent.pointerMove(words, { pointerType: 'touch', clientX: 8, clientY: 5 })
    await user.click(await screen.findByRole('button', { name: 'Copy text' }))
    expect(await navigator.clipboard.readText()).toBe('Message 1')
    expect(screen.queryByRole('group', { name: 'Choose a reaction' })).toBeNull()
  })

  it('removes a reaction with a notice if it cannot be saved', async () => {
    answers[MESSAGES] = messages(message(1))
    answers[REACT] = new Refusal('message-not-found')
    await open()
    await userEvent.click(await list().findByRole('button', { name: /^React/ }))
    await press('Smile')
    await waitFor(() => expect(toast()).toMatchObject({ title: 'Failed to add reaction' }))
    expect(list().queryByRole('list', { name: 'Reactions' })).toBeNull()
  })
})

describe('the contact options', () => {
  const REVEAL = 'POST /api/sellers/ama/contacts'

  async function choose(name: string) {
    await press('Contact options')
    await press(name)
  }

  it('explain which contact details are not available', async () => {
    answers[REVEAL] = (body) =>
      new Refusal((body as { kind: string }).kind === 'phone' ? 'phone-not-available' : 'email-not-available')
    await open()
    await choose('Call')
    await waitFor(() =>
      expect(toast()).toMatchObject({
        title: 'Phone number not available',
        detail: 'The seller has not provided their phone number.',
      }),
    )
    await choose('Email')
    await waitFor(() => expect(toast()?.title).toBe('Email not available'))
    await choose('Video')
    expect(toast()?.detail).toContain('coming soon')
  })

  it('show the details that the person allows in a dialog, with the safety tip', async () => {
    answers['GET /api/sellers/ama'] = {
      id: 'ama',
      name: 'Ama Mensah',
      avatar: null,
      contacts: [{ kind: 'email', value: null }],
    }
    answers[REVEAL] = { value: 'ama@example.com' }
    const { sent } = await open()
    await choose('View Contact Details')
    const dialog = within(screen.getByRole('dialog', { name: 'Contact Ama Mensah' }))
    expect(await dialog.findByText('Phone number not available')).toBeDefined()
    expect(dialog.getByText(/Meet in a public place/)).toBeDefined()
    expect(sent(REVEAL)).toEqual([])
    await userEvent.click(dialog.getByRole('button', { name: 'Show email' }))
    expect((await dialog.findByRole('link', { name: 'ama@example.com' })).getAttribute('href')).toBe(
      'mailto:ama@example.com',
    )
  })
  it('open WhatsApp with a text about the product if the person shows a number', async () => {
    const seller = { id: 'ama', name: 'Ama Mensah', avatar: null }
    answers['GET /api/sellers/ama'] = { ...seller, contacts: [{ kind: 'phone', value: null }] }
    answers[REVEAL] = { value: '+233241234567' }
    const opened = vi.fn(() => ({}))
    vi.stubGlobal('open', opened)
    await open()
    await press('Contact options')
    await userEvent.click(await screen.findByRole('button', { name: 'WhatsApp' }))
    const words = encodeURIComponent(`About "Kente cloth": ${location.origin}/products/p1`)
    await waitFor(() =>
      expect(opened).toHaveBeenCalledWith(`https://wa.me/233241234567?text=${words}`, '_blank'),
    )
  })

  it('omit WhatsApp if the person shows no number', async () => {
    answers['GET /api/sellers/ama'] = { id: 'ama', name: 'Ama Mensah', avatar: null, contacts: [] }
    const { sent } = await open()
    await waitFor(() => expect(sent('GET /api/sellers/ama')).toHaveLength(1))
    await press('Contact options')
    expect(screen.getByRole('button', { name: 'SMS' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'WhatsApp' })).toBeNull()
  })
})

describe('the page on a desktop', () => {
  it('shows the other conversations beside this one, which is marked', async () => {
    stubMedia('(min-width: 64rem)')
    const { product, other } = conversation
    const row = { product, other, lastMessage: null, lastSeq: 0, unread: 0, updatedAt: message(1).createdAt }
    answers['GET /api/conversations'] = {
      items: [
        { ...row, id: 'c1' },
        { ...row, id: 'c2' },
      ],
      nextCursor: null,
    }
    await open()
    const beside = within(screen.getByRole('complementary', { name: 'Messages' }))
    const links = await beside.findAllByRole('link')
    expect(links.map((link) => [link.getAttribute('href'), link.getAttribute('aria-current')])).toEqual([
      ['/conversation/c1', 'page'],
      ['/conversation/c2', null],
    ])
  })
})
