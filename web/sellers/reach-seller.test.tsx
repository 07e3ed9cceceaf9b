import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { Site } from '#testing/web/site.tsx'
import type { Product, Seller } from '#contract/products.ts'
import { signInAs } from '#testing/accounts/signed-in.ts'
import { useLocation } from '#web/platform/router/use-router.ts'
import { createApiClient } from '#web/platform/api/client.ts'
import { ReachSeller } from './ReachSeller.tsx'

const SELLER_ID = '01930000-0000-7000-8000-00000000a3a0'
const HIDDEN: Seller['contacts'] = [{ kind: 'phone', value: null }]

let calls: string[] = []

function Address() {
  const { pathname, search } = useLocation()
  return <p>{pathname + search}</p>
}

function show(contacts: Seller['contacts'], status: Product['status'] = 'available') {
  calls = []
  const api = createApiClient({
    accessToken: async () => 'a.b.c',
    fetch: async (path, init) => {
      calls.push(`${init?.method} ${path}`)
      return Response.json({ kind: 'phone', value: '+233 24 100 0101' })
    },
  })
  const seller = { id: SELLER_ID, contacts } as Seller
  render(
    <Site api={api} at="/products/1">
      <ReachSeller product={{ id: '1', title: 'Red drum', status, seller } as Product} />
      <Address />
    </Site>,
  )
}

const names = () => screen.queryAllByRole('button').map((button) => button.getAttribute('aria-label'))

it.each<[string, Seller['contacts'], Product['status'], string | undefined, (string | null)[]]>([
  ['a number for signed-in people', HIDDEN, 'available', undefined, ['Call', 'WhatsApp']],
  ['a number for everyone', [{ kind: 'phone', value: '+233 24' }], 'reserved', 'kofi', ['Call', 'WhatsApp']],
  ['no number', [{ kind: 'email', value: null }], 'available', 'kofi', []],
  ['a sold item', HIDDEN, 'sold', 'kofi', []],
  ['one’s own listing', HIDDEN, 'available', SELLER_ID, []],
])('offers the buttons for %s', (_, contacts, status, viewer, expected) => {
  if (viewer !== undefined) signInAs(viewer)
  show(contacts, status)
  expect(names()).toEqual(expected)
})

it('reveals the number on a tap and opens WhatsApp with the item’s words', async () => {
  signInAs('kofi')
  const opened = vi.spyOn(window, 'open').mockReturnValue({} as Window)
  show(HIDDEN)
  expect(calls).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'WhatsApp' }))
  await waitFor(() => expect(opened).toHaveBeenCalled())
  const address = new URL(String(opened.mock.calls[0]?.[0]))
  expect(address.origin + address.pathname).toBe('https://wa.me/233241000101')
  expect(address.searchParams.get('text')).toBe(`About "Red drum": ${location.origin}/products/1`)
  expect(calls).toEqual([`POST /api/sellers/${SELLER_ID}/contacts`])
})

it('sends an anonymous person to log in and requests no number', async () => {
  show(HIDDEN)
  await userEvent.click(screen.getByRole('button', { name: 'Call' }))
  expect(await screen.findByText('/auth/login?next=%2Fproducts%2F1')).toBeTruthy()
  expect(calls).toEqual([])
})
