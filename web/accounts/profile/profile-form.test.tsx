import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { fill } from '#testing/market/fill.ts'
import type { ProblemBody } from '#contract/problem.ts'
import type { Profile } from '#contract/accounts/profiles.ts'
import { sessionOf, signInAs } from '#testing/accounts/signed-in.ts'
import { ApiProvider } from '#web/platform/api/api-context.ts'
import { createApiClient } from '#web/platform/api/client.ts'
import { createQueryClient } from '#web/platform/api/query-client.ts'
import { Toaster } from '#web/platform/ui/toasts/Toaster.tsx'
import { PictureCard } from './PictureCard.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { type AuthEvent, onAuthEvent, readSession } from '#web/accounts/sessions/session-store.ts'

const ID = '01930000-0000-7000-8000-00000000a3a0'
const { user } = sessionOf(ID)
const PROFILE: Profile = {
  id: ID,
  fullName: 'Ama Mensah',
  username: 'ama',
  email: 'ama@example.com',
  phone: '+233241234567',
  phoneVerified: true,
  bio: 'Well kept things.',
  location: 'Osu',
  website: '',
  emailVisibility: 'signed-in',
  phoneVisibility: 'signed-in',
  websiteVisibility: 'everyone',
  avatar: null,
}

let sent: { path: string; method?: string; body: unknown }[]
let answer: () => Response

const refusal = (problem: Partial<ProblemBody['error']>, status: number) =>
  Response.json({ error: { requestId: 'r1', ...problem } }, { status })

function show(profile = PROFILE) {
  const api = createApiClient({
    accessToken: async () => 'a.b.c',
    fetch: async (path, init) => {
      sent.push({
        path,
        method: init?.method,
        body: typeof init?.body === 'string' ? JSON.parse(init.body) : init?.body,
      })
      return answer()
    },
  })
  const screenOf = (shown: Profile) => (
    <QueryClientProvider client={createQueryClient({ retry: false })}>
      <ApiProvider value={api}>
        <PictureCard profile={shown} name="Ama Mensah" />
        <ProfileForm profile={shown} />
        <Toaster />
      </ApiProvider>
    </QueryClientProvider>
  )
  const { rerender } = render(screenOf(profile))
  return { change: (changed: Profile) => rerender(screenOf(changed)) }
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save changes' }))

beforeEach(() => {
  sent = []
  signInAs(user.id)
})

it('saves the changes and updates the session', async () => {
  const events: AuthEvent[] = []
  const stop = onAuthEvent((event) => events.push(event))
  answer = () =>
    Response.json({ profile: { ...PROFILE, fullName: 'Ama Darko' }, user: { ...user, name: 'Ama Darko' } })
  show()
  fill(field('Full name'), '  Ama Darko ')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Phone: Shown to' }), 'Nobody')
  await save()
  expect(await screen.findByText('Profile updated')).toBeDefined()
  const { id: _id, avatar: _avatar, phoneVerified: _verified, ...form } = PROFILE
  expect(sent).toEqual([
    {
      path: '/api/profile',
      method: 'PUT',
      body: { ...form, fullName: 'Ama Darko', phoneVisibility: 'nobody' },
    },
  ])
  expect(readSession()?.user.name).toBe('Ama Darko')
  expect(events).toEqual(['user-updated'])
  expect(field('Full name').value).toBe('Ama Darko')
  stop()
})

it("counts the bio's characters and refuses one that is too long", async () => {
  show()
  expect(screen.getByText('17 / 500')).toBeDefined()
  await userEvent.clear(field('Bio'))
  await userEvent.click(field('Bio'))
  await userEvent.paste('a'.repeat(501))
  await userEvent.tab()
  expect(screen.getByText('501 / 500')).toBeDefined()
  expect(await screen.findByText('Must be at most 500 characters long')).toBeDefined()
  await save()
  expect(sent).toEqual([])
})

it.each([
  ['Email', '', 'Please enter a valid email address'],
  ['Phone', 'call me', 'Invalid phone number format'],
  ['Username', 'ama mensah', 'Use letters, digits, dots, underscores and hyphens only'],
  ['Website', 'javascript:alert(1)', 'Please enter a web address, such as https://example.com'],
])('reports for %s what is wrong with %j', async (name, typed, message) => {
  show()
  fill(field(name), typed)
  await save()
  expect(await screen.findByText(message)).toBeDefined()
  expect(field(name).getAttribute('aria-invalid')).toBe('true')
  expect(sent).toEqual([])
})

it('keeps the typed text if the server refuses it', async () => {
  const message = 'This username is taken'
  answer = () =>
    refusal(
      { code: 'invalid-input', message: 'Please fix the errors', fields: [{ field: 'username', message }] },
      422,
    )
  show()
  fill(field('Username'), 'kofi')
  await save()
  expect(await screen.findByText(message)).toBeDefined()
  expect(screen.getByText('Update failed')).toBeDefined()
  expect(screen.getByText('Failed to update your profile')).toBeDefined()
  expect(field('Username').value).toBe('kofi')
  expect(document.activeElement).toBe(field('Username'))
})

it('shows a number verified elsewhere and keeps the typed text', async () => {
  const { change } = show()
  fill(field('Bio'), 'Well kept things. More.')
  change({ ...PROFILE, phone: '+233209998877' })
  await waitFor(() => expect(field('Phone').value).toBe('+233209998877'))
  expect(field('Bio').value).toBe('Well kept things. More.')
})

it.each([
  [new File(['<svg/>'], 'me.svg', { type: 'image/svg+xml' }), 'Choose a JPEG, PNG, WebP or GIF picture.'],
  [
    new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'me.jpg', { type: 'image/jpeg' }),
    'The picture is larger than 10 MB. Choose a smaller one.',
  ],
])('refuses a bad picture file before it is sent', async (file, message) => {
  show()
  await userEvent.upload(screen.getByLabelText('Picture file'), file, { applyAccept: false })
  expect(await screen.findByText(message)).toBeDefined()
  expect(sent).toEqual([])
})

it('removes a picture', async () => {
  answer = () => Response.json({ profile: PROFILE, user })
  show({ ...PROFILE, avatar: `/photos/avatars/${ID}/0123456789abcdef0123` })
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Profile updated')).toBeDefined()
  expect(sent).toMatchObject([{ path: '/api/profile/avatar', method: 'DELETE' }])
})
