import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { refusal } from '#testing/refusal.ts'
import { Site } from '#testing/web/site.tsx'
import type { ProblemCode } from '#contract/problem.ts'
import type { Seller } from '#contract/products.ts'
import { signInAs } from '#testing/accounts/signed-in.ts'
import { createApiClient } from '#web/platform/api/client.ts'
import { Toaster } from '#web/platform/ui/toasts/Toaster.tsx'
import { ContactList } from './ContactList.tsx'

const SELLER: Seller = {
  id: '01930000-0000-7000-8000-00000000a3a0',
  name: 'Ama Mensah',
  avatar: null,
  memberSince: '2026-10-01T12:00:00.000Z',
  phoneVerified: true,
  emailVerified: true,
  rating: { average: null, count: 0 },
  deals: 0,
  kept: null,
  replyMinutes: null,
  replyRate: null,
  contacts: [
    { kind: 'phone', value: null },
    { kind: 'website', value: 'https://www.ama.example.com/' },
  ],
}

let calls: string[]
let answers: Record<string, () => Response>

function show() {
  const api = createApiClient({
    accessToken: async () => 'a.b.c',
    fetch: async (path, init) => {
      calls.push(`${init?.method} ${path}`)
      return answers[path]?.() ?? Response.json({}, { status: 404 })
    },
  })
  render(
    <Site api={api} at="/products/1">
      <ContactList seller={SELLER} />
      <Toaster />
    </Site>,
  )
}

const CONTACTS = `/api/sellers/${SELLER.id}/contacts`

beforeEach(() => {
  calls = []
  answers = { [CONTACTS]: () => Response.json({ kind: 'phone', value: '+233100000101' }) }
})

it('sends an anonymous person to log in and back', () => {
  show()
  expect(screen.getByRole('link', { name: 'Log in to see' }).getAttribute('href')).toBe(
    '/auth/login?next=%2Fproducts%2F1',
  )
  expect(screen.getByRole('link', { name: 'ama.example.com' }).getAttribute('rel')).toContain('nofollow')
  expect(screen.queryByRole('button', { name: 'Show phone' })).toBeNull()
})

it('shows a signed-in person a detail on request, loaded once', async () => {
  signInAs('01930000-0000-7000-8000-000000000f10')
  show()
  expect(calls).toEqual([])
  await userEvent.click(await screen.findByRole('button', { name: 'Show phone' }))
  const link = await screen.findByRole('link', { name: '+233100000101' })
  expect(link.getAttribute('href')).toBe('tel:+233100000101')
  expect(document.activeElement).toBe(link)
  expect(calls).toEqual([`POST ${CONTACTS}`])
})

it.each<[ProblemCode, ...string[]]>([
  ['phone-not-available', 'Phone number not available', 'The seller has not provided their phone number.'],
  ['too-many-reveals', 'You have looked up many contact details. Please try again later.'],
])('says why a detail is not available: %s', async (code, ...texts) => {
  signInAs('01930000-0000-7000-8000-000000000f10')
  answers[CONTACTS] = () => refusal(code)
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Show phone' }))
  for (const text of texts) expect(await screen.findByText(text)).toBeDefined()
  expect(await screen.findByRole('button', { name: 'Show phone' })).toBeDefined()
})

it('shows sellers all their own details and who sees them', async () => {
  signInAs(SELLER.id)
  const profile = {
    id: SELLER.id,
    email: 'ama@example.com',
    phone: '+233100000101',
    website: '',
    emailVisibility: 'nobody',
    phoneVisibility: 'signed-in',
    websiteVisibility: 'everyone',
  }
  answers['/api/profile'] = () => Response.json({ profile })
  show()
  expect(await screen.findByRole('link', { name: 'ama@example.com' })).toBeDefined()
  expect(screen.getByText('Only you see it')).toBeDefined()
  expect(screen.getByText('People who are logged in see it')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Edit your profile' }).getAttribute('href')).toBe(
    '/profile?section=personal',
  )
  expect(calls).toEqual(['GET /api/profile'])
})
