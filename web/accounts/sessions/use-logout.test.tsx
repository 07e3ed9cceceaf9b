import { useQuery } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { Site } from '#testing/web/site.tsx'
import { signInAs } from '#testing/accounts/signed-in.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { createApiClient } from '#web/platform/api/client.ts'
import { accessTokenFor } from './session-keeper.ts'
import { readSession } from './session-store.ts'
import { useSession } from './session.ts'
import { storeEndReason, findEndReason } from './end-reason.ts'
import { useLogout } from './use-logout.ts'

let sent: string[]
let answer: PromiseWithResolvers<Response>

beforeEach(() => {
  sent = []
  answer = Promise.withResolvers()
  signInAs('ama')
})

const api = createApiClient({
  async fetch(path) {
    sent.push(path)
    return path === '/api/auth/logout' ? answer.promise : Response.json({ searches: [] })
  },
  accessToken: (call) => accessTokenFor(api, call),
})

function Searches({ personId }: { personId: string }) {
  const client = useApi()
  const { data } = useQuery({
    queryKey: ['searches', personId],
    queryFn: () => client.call('listSavedSearches', {}),
    meta: { personal: true },
  })
  return data ? <p>Searches</p> : <p>Loading</p>
}

/** Content that loads late, for example lazy code. */
function Screen() {
  const session = useSession()
  const logout = useLogout()
  const [hasCome, setCome] = useState(false)
  if (!session) return <p>Nobody</p>
  return (
    <>
      <button type="button" onClick={() => void logout()}>
        Logout
      </button>
      <button type="button" onClick={() => setCome(true)}>
        Draw
      </button>
      {hasCome && <Searches personId={session.user.id} />}
    </>
  )
}

async function logOutAndDraw() {
  // The note is left from an earlier session, which another device ended.
  storeEndReason('session-ended')
  render(
    <Site api={api}>
      <Screen />
    </Site>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }))
  await waitFor(() => expect(sent).toEqual(['/api/auth/logout']))
  await userEvent.click(screen.getByRole('button', { name: 'Draw' }))
  expect(await screen.findByText('Loading')).toBeTruthy()
  expect(sent).toEqual(['/api/auth/logout'])
}

it('never sends a waiting request once the session has ended', async () => {
  await logOutAndDraw()
  const pressed = api.call('addFavourite', { params: { id: 'p1' } })
  answer.resolve(Response.json({}))
  await expect(pressed).rejects.toMatchObject({ code: 'session-ended' })
  expect(await screen.findByText('Nobody')).toBeTruthy()
  expect(readSession()).toBeNull()
  expect(findEndReason(false)).toBeUndefined()
  expect(sent).toEqual(['/api/auth/logout'])
})

it('ends only this session if the person did not prove their identity recently', async () => {
  const bodies: unknown[] = []
  answer.resolve(
    Response.json({ error: { code: 'reauthentication-required', message: 'Who?' } }, { status: 403 }),
  )
  const doubting = createApiClient({
    async fetch(_path, init) {
      bodies.push(JSON.parse(String(init?.body)))
      return bodies.length === 1 ? answer.promise : Response.json({ done: true })
    },
    prove: async (_, call) => call !== 'logout',
  })
  render(
    <Site api={doubting}>
      <Screen />
    </Site>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }))
  expect(await screen.findByText('Nobody')).toBeTruthy()
  expect(bodies).toEqual([{ scope: 'global' }, { scope: 'local' }])
})

it('sends a waiting request after a failed logout', async () => {
  await logOutAndDraw()
  answer.reject(new TypeError('Failed to fetch'))
  expect(await screen.findByText('Searches')).toBeTruthy()
  expect(sent).toEqual(['/api/auth/logout', '/api/saved-searches'])
})
