import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Pages } from '#testing/web/memory-router.tsx'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Site } from '#testing/web/site.tsx'
import { fill } from '#testing/market/fill.ts'
import { PROBLEMS, type ProblemCode } from '#contract/problem.ts'
import { PREFERENCES } from '#testing/accounts/preferences.ts'
import { signInAs } from '#testing/accounts/signed-in.ts'
import { requestProof } from '#web/accounts/sessions/proof.ts'
import { ProofWhenRequested } from '#web/accounts/sessions/ProofWhenRequested.tsx'
import { createApiClient } from '#web/platform/api/client.ts'
import { SettingsPage } from './SettingsPage.tsx'
import { toastStore } from '#web/platform/ui/toasts/toast.ts'

const NOW = '2026-11-20T12:00:00.000Z'
const device = { name: 'Chrome on Android', createdAt: NOW, lastUsedAt: NOW }

type Answer = [status: number, body: unknown]
const NOTHING_STAYS: Answer = [200, { limitedUntil: null, isChecked: false, upheldUntil: null }]
const refusal = (code: ProblemCode): Answer => [
  PROBLEMS[code].status,
  { error: { code, message: PROBLEMS[code].message, requestId: 'r1' } },
]

/** The server's answers; each test changes some. */
let answers: Record<string, Answer>
let calls: { call: string; body: unknown }[]

beforeEach(() => {
  calls = []
  answers = {
    'GET /api/account': [200, { email: 'ama@example.com', hasPassword: true }],
    'GET /api/account/sessions': [
      200,
      {
        devices: [
          { ...device, id: 'one', current: true },
          { ...device, id: 'two', current: false },
        ],
      },
    ],
    'GET /api/account/preferences': [200, PREFERENCES],
    'GET /api/account/export': [200, { export: null }],
    'GET /api/account/remains': NOTHING_STAYS,
  }
  widths(true)
  signInAs('ama')
})

/** A screen with room for the list and a section side by side, or a phone. */
const widths = (isWide: boolean) =>
  vi.stubGlobal('matchMedia', () => ({
    matches: isWide,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))

const at = (name: string) => `/settings-page?section=${name}`

async function open(address = '/settings-page') {
  const api = createApiClient({
    async fetch(path, init) {
      const call = `${init?.method} ${path}`
      calls.push({ call, body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined })
      const [status, body] = answers[call] ?? refusal('not-found')
      return Response.json(body, { status })
    },
    accessToken: async () => 'token',
    prove: requestProof,
  })
  render(
    <Site api={api} at={address}>
      <Pages pages={{ '/settings-page': <SettingsPage /> }} elsewhere={<p>Somewhere else</p>} />
      <ProofWhenRequested />
    </Site>,
  )
  await waitFor(() => expect(screen.queryByText('Loading…')).toBeNull())
}

const section = (name: string) => within(screen.getByRole('region', { name }))
const press = (name: string, within_ = screen as Pick<typeof screen, 'getByRole'>) =>
  userEvent.click(within_.getByRole('button', { name }))
const lastToast = () => toastStore.read().at(-1)
const sent = (call: string) => calls.find((each) => each.call === call)?.body

it('opens the password form at the address that password managers use', async () => {
  await open('/settings-page?change=password')
  expect(await screen.findByLabelText('Current password')).toBeTruthy()
})

describe('the sections', () => {
  const NAMES = ['Account', 'Sessions', 'Notification preferences', 'Privacy', 'Help and support']
  const row = (name: string) => screen.getByRole('link', { name: new RegExp(`^${name}`) })
  const titles = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

  it('are in a list beside the first one on a wide screen', async () => {
    await open()
    const list = within(screen.getByRole('navigation', { name: 'Settings' })).getAllByRole('link')
    expect(list.map(({ textContent }) => NAMES.find((name) => textContent.startsWith(name)))).toEqual(NAMES)
    expect(titles()).toEqual(['Account'])
    expect(row('Account').getAttribute('aria-current')).toBe('page')
    expect(section('Account').getByRole('link', { name: 'Edit profile' }).getAttribute('href')).toBe(
      '/profile',
    )
  })

  it.each(NAMES)('open one after the other: %s', async (name) => {
    await open()
    await userEvent.click(row(name))
    await waitFor(() => expect(titles()).toEqual([name]))
    expect(row(name).getAttribute('aria-current')).toBe('page')
  })

  it('are only a list on a phone, which requests nothing', async () => {
    widths(false)
    await open()
    expect(titles()).toEqual([])
    expect(screen.getByRole('button', { name: 'Sign out' })).toBeTruthy()
    expect(calls).toEqual([])
  })

  it('replace the list on a phone, take the focus, and lead back to their row', async () => {
    widths(false)
    await open()
    await userEvent.click(row('Help and support'))
    await waitFor(() => expect(titles()).toEqual(['Help and support']))
    expect(document.activeElement?.contains(screen.getByRole('region'))).toBe(true)
    expect(screen.queryByRole('button', { name: 'Sign out' })).toBeNull()
    await userEvent.click(screen.getByRole('link', { name: 'Settings' }))
    await waitFor(() => expect(titles()).toEqual([]))
    expect(document.activeElement).toBe(row('Help and support'))
  })

  it('ignore an unknown name in the address', async () => {
    await open(at('nonsense'))
    expect(titles()).toEqual(['Account'])
  })

  it('end with links to help', async () => {
    await open(at('help'))
    const help = section('Help and support').getAllByRole('link')
    expect(help.map((link) => link.getAttribute('href'))).toEqual([
      '/help',
      '/contact',
      '/safety',
      '/stolen-phones',
    ])
  })
})

it('reloads only the failed section', async () => {
  const devices = answers['GET /api/account/sessions'] as Answer
  answers['GET /api/account/sessions'] = refusal('fault')
  await open(at('sessions'))
  expect(section('Sessions').getByRole('alert').textContent).toContain('Failed to load your sessions')
  answers['GET /api/account/sessions'] = devices
  await press('Try again', section('Sessions'))
  expect(await section('Sessions').findByText('This device')).toBeTruthy()
})

it('requires proof in one dialog and continues with the typed values', async () => {
  const isProved = () => calls.some(({ call }) => call === 'POST /api/account/reauthenticate')
  answers['POST /api/account/reauthenticate'] = refusal('wrong-password')
  answers['POST /api/account/email'] = refusal('reauthentication-required')
  await open()
  await press('Change e-mail')
  const account = section('Account')
  fill(account.getByLabelText('New e-mail address'), 'new@example.com')
  await press('Send link')
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }))
  const password = await dialog.findByLabelText('Current password')
  fill(password, 'Wrong-1234')
  await press('Confirm', dialog)
  await waitFor(() => expect(password.getAttribute('aria-invalid')).toBe('true'))
  expect(dialog.getByText('Your current password is wrong.')).toBeTruthy()
  expect(isProved()).toBe(true)

  answers['POST /api/account/reauthenticate'] = [200, { done: true }]
  answers['POST /api/account/email'] = [202, { done: true }]
  await press('Confirm', dialog)
  expect(await account.findByText(/We sent a link to/)).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  const requests = calls.filter(({ call }) => call === 'POST /api/account/email')
  expect(requests.map(({ body }) => body)).toEqual([
    { email: 'new@example.com' },
    { email: 'new@example.com' },
  ])
})

it('changes nothing if the person cancels the proof', async () => {
  answers['POST /api/account/email'] = refusal('reauthentication-required')
  await open()
  await press('Change e-mail')
  const account = section('Account')
  fill(account.getByLabelText('New e-mail address'), 'new@example.com')
  await press('Send link')
  await press('Cancel', within(await screen.findByRole('dialog')))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() =>
    expect(account.getByRole('button', { name: 'Send link' })).toHaveProperty('disabled', false),
  )
  expect(account.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([''])
  expect(account.getByLabelText('New e-mail address')).toHaveProperty('value', 'new@example.com')
})

it('mails a link to people without a password and continues once it is opened', async () => {
  answers['GET /api/account'] = [200, { email: 'ama@example.com', hasPassword: false }]
  answers['POST /api/account/reauthenticate/link'] = [202, { done: true }]
  answers['POST /functions/v1/delete-user-account'] = [
    403,
    { error: 'Please confirm that it is you first.', code: 'reauthentication-required' },
  ]
  await open()
  await press('Set a password')
  expect(screen.getByRole('link', { name: 'Ask for a link' }).getAttribute('href')).toBe(
    '/auth/reset-password',
  )

  await userEvent.click(screen.getByRole('link', { name: /^Privacy/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Delete account' }))
  const deletion = within(screen.getByRole('dialog', { name: 'Delete your account?' }))
  fill(deletion.getByLabelText('Type DELETE to confirm'), 'delete')
  await press('Delete my account', deletion)
  expect(await deletion.findByText('Type DELETE to continue')).toBeTruthy()
  fill(deletion.getByLabelText('Type DELETE to confirm'), 'DELETE')
  await press('Delete my account', deletion)
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }))
  await userEvent.click(await dialog.findByRole('button', { name: 'Send me a link' }))
  expect(dialog.queryByLabelText('Current password')).toBeNull()
  expect(await dialog.findByText(/We sent a link to ama@example.com/)).toBeTruthy()

  answers['POST /functions/v1/delete-user-account'] = [200, { success: true }]
  dispatchEvent(new StorageEvent('storage', { key: 'sankofa.proof', newValue: NOW }))
  await waitFor(() => expect(lastToast()?.title).toBe('Account deleted'))
  expect(await screen.findByText('Somewhere else')).toBeTruthy()
})

it('undoes a choice that could not be saved', async () => {
  answers['PUT /api/account/preferences'] = refusal('fault')
  await open(at('notifications'))
  const push = () => screen.getByLabelText<HTMLInputElement>('Push notifications')
  await userEvent.click(push())
  await waitFor(() => expect(lastToast()?.title).toBe('Failed to save your preferences'))
  expect(push().checked).toBe(true)
  answers['PUT /api/account/preferences'] = [200, { ...PREFERENCES, push: false }]
  await userEvent.click(push())
  expect(push().checked).toBe(false)
  await waitFor(() => expect(lastToast()?.title).toBe('Preferences saved'))
  expect(push().checked).toBe(false)
})

it("sends only the changed choice and shows the server's other choices", async () => {
  await open(at('notifications'))
  answers['PUT /api/account/preferences'] = [200, { ...PREFERENCES, email: false, push: false }]
  await userEvent.click(screen.getByLabelText('Push notifications'))
  await waitFor(() => expect(lastToast()?.title).toBe('Preferences saved'))
  expect(screen.getByLabelText<HTMLInputElement>('E-mail notifications').checked).toBe(false)
  await userEvent.click(screen.getByRole('checkbox', { name: 'Messages, In app' }))
  const bodies = () => calls.filter(({ call }) => call.startsWith('PUT')).map(({ body }) => body)
  await waitFor(() => expect(bodies()).toEqual([{ push: false }, { news: { message: { inApp: false } } }]))
})

it('shows the progress of the data copy', async () => {
  answers['POST /api/account/export'] = [
    202,
    { export: { status: 'preparing', requestedAt: NOW, expiresAt: null } },
  ]
  await open(at('privacy'))
  await press('Download data')
  const privacy = section('Privacy')
  await privacy.findByText(/We are preparing your copy. We will e-mail a link to ama@example.com/)
  const button = privacy.getByRole('button', { name: 'Download data' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(document.activeElement).toBe(button)
})

it.each([
  ['ready', '2026-11-22T12:00:00.000Z', 'Ready until 22 Nov', 'Prepare a new copy'],
  ['failed', null, 'We could not prepare your last copy', 'Download data'],
])('describes a data copy that is %s', async (status, expiresAt, text, button) => {
  answers['GET /api/account/export'] = [200, { export: { status, requestedAt: NOW, expiresAt } }]
  await open(at('privacy'))
  expect(section('Privacy').getByText(new RegExp(text))).toBeTruthy()
  expect(section('Privacy').getByRole('button', { name: button })).toHaveProperty('disabled', false)
})

it('removes the mailed secret from the address and says why it fails', async () => {
  answers['POST /api/account/export/download'] = refusal('link-expired')
  history.replaceState(null, '', `/settings-page#export=${'a'.repeat(43)}`)
  await open()
  expect(location.hash).toBe('')
  const button = await screen.findByRole('button', { name: 'Download the ZIP file' })
  expect(document.activeElement).toBe(button)
  await userEvent.click(button)
  expect(await screen.findByText('This link has expired or was used already.')).toBeTruthy()
  expect(sent('POST /api/account/export/download')).toEqual({ token: 'a'.repeat(43) })
})

it.each([
  [
    [500, { error: 'Failed to delete account. Please try again or contact support.' }],
    'Failed to delete account. Please try again or contact support.',
  ],
  [[404, { error: 'No user found to delete' }], 'No user found to delete'],
] as [Answer, string][])(
  'keeps the account and shows the error if deletion fails: %j',
  async (answer, text) => {
    answers['POST /functions/v1/delete-user-account'] = answer
    await open(at('privacy'))
    await press('Delete account')
    const dialog = within(screen.getByRole('dialog'))
    fill(dialog.getByLabelText('Type DELETE to confirm'), 'DELETE')
    await press('Delete my account', dialog)
    expect((await dialog.findByText(text)).textContent).toBe(text)
    expect(lastToast()?.title).toBe(text)
    expect(localStorage.getItem('sankofa.session')).not.toBeNull()
  },
)

it('says before deletion what is retained, why and how long', async () => {
  answers['GET /api/account/remains'] = [
    200,
    { limitedUntil: '2026-12-24T12:00:00.000Z', isChecked: true, upheldUntil: '2028-01-05T12:00:00.000Z' },
  ]
  await open(at('privacy'))
  await press('Delete account')
  const dialog = within(screen.getByRole('dialog'))
  const stays = await dialog.findAllByRole('listitem')
  expect(stays.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^The limit on your account, until .*24/),
    expect.stringContaining('until we decide'),
    expect.stringMatching(/^The fact that reports about you were right, until .*2028/),
  ])
  expect(dialog.getByText(/applies to a new account with either/)).toBeTruthy()
})

it('shows a general notice if that cannot be loaded, and none if nothing is retained', async () => {
  answers['GET /api/account/remains'] = refusal('fault')
  await open(at('privacy'))
  await press('Delete account')
  const dialog = within(screen.getByRole('dialog'))
  expect((await dialog.findByRole('link', { name: 'privacy policy' })).getAttribute('href')).toBe(
    '/privacy#security',
  )
  answers['GET /api/account/remains'] = NOTHING_STAYS
  await press('Cancel', dialog)
  await press('Delete account')
  await waitFor(() => expect(screen.queryByText(/protect others,/)).toBeNull())
  expect(await screen.findByRole('button', { name: 'Delete my account' })).toHaveProperty('disabled', false)
})

/** Stops at the second after which the person leaves the page. */
async function deleteAccount() {
  answers['POST /functions/v1/delete-user-account'] = [200, { success: true }]
  await open(at('privacy'))
  await press('Delete account')
  const dialog = within(screen.getByRole('dialog'))
  fill(dialog.getByLabelText('Type DELETE to confirm'), 'DELETE')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fireEvent.click(dialog.getByRole('button', { name: 'Delete my account' }))
  // Other ways to wait would advance the clock.
  while (lastToast()?.title !== 'Account deleted') await vi.advanceTimersByTimeAsync(0)
  return dialog
}

it('keeps the session of a person who signs in after a deletion', async () => {
  await deleteAccount()
  signInAs('kofi')
  await vi.advanceTimersByTimeAsync(1000)
  vi.useRealTimers()
  expect(await screen.findByText('Somewhere else')).toBeTruthy()
  expect(localStorage.getItem('sankofa.session')).toContain('kofi')
})

it('goes home a second after the deletion and ends the session', async () => {
  const dialog = await deleteAccount()
  expect(dialog.getByRole('button', { name: 'Delete my account' })).toHaveProperty('disabled', true)
  await vi.advanceTimersByTimeAsync(999)
  expect(localStorage.getItem('sankofa.session')).not.toBeNull()
  await vi.advanceTimersByTimeAsync(1)
  vi.useRealTimers()
  expect(await screen.findByText('Somewhere else')).toBeTruthy()
  expect(localStorage.getItem('sankofa.session')).toBeNull()
})
