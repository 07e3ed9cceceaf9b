import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PASSWORD, insertAccounts, signIn } from '#testing/accounts/accounts.ts'
import type { TestClient } from '#testing/anonymous-client.ts'
import { callLive, connectLive, createLiveApp, disconnected, liveClient } from '#testing/live/live.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { tokenSigner } from '#testing/live/conversation-people.ts'
import { setUp } from '#testing/set-up.ts'

const CUT = 'io server disconnect'
/** Lifetime of a token in seconds. */
const TOKEN_SECONDS = 600
/** Long enough to connect on a busy machine before the token ends. */
const SHORT_SECONDS = 4

const test = setUp(createLiveApp)
let ama: TestClient
beforeAll(async () => {
  await insertAccounts(test.db)
})
beforeEach(async () => {
  await test.db.deleteFrom('rate_limits').execute()
  ama = await signIn(test, 'ama')
})

const sessionOf = async (person: TestClient) => {
  const payload = person.token?.split('.')[1] ?? ''
  return (JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sid: string }).sid
}

/** A token of Ama's that expires this many seconds from now. */
const tokenUntil = (seconds: number, sessionId: string) =>
  tokenSigner(
    test.secrets,
    () => Date.now() + (seconds - TOKEN_SECONDS) * 1000,
  )({
    id: PEOPLE.ama.id,
    sessionId,
  })

async function expectCut(person: TestClient, end: () => Promise<Response>) {
  const socket = await connectLive(test.url, person.token)
  const bystander = await connectLive(test.url, (await signIn(test, 'esi')).token)
  const cut = disconnected(socket)
  expect((await end()).ok).toBe(true)
  expect(await cut).toBe(CUT)
  expect(bystander.connected).toBe(true)
  bystander.close()
}

describe('a connection', () => {
  it('requires a valid token', async () => {
    const socket = await connectLive(test.url, ama.token)
    expect(socket.connected).toBe(true)
    socket.close()
  })

  it.each<[string, () => unknown]>([
    ['no token', () => undefined],
    ['an empty token', () => ''],
    ['an object', () => ({ sub: PEOPLE.ama.id })],
    ['a changed token', () => `${ama.token}x`],
    ['an unsigned token', () => `eyJhbGciOiJub25lIn0.${ama.token?.split('.')[1]}.`],
  ])('is refused with %s', async (_, token) => {
    await expect(connectLive(test.url, token())).rejects.toMatchObject({
      message: 'unauthorized',
      data: { code: expect.stringMatching(/^(session-ended|authentication-required)$/) as string },
    })
  })

  it('is refused with an expired token', async () => {
    const token = await tokenUntil(-1, await sessionOf(ama))
    await expect(connectLive(test.url, token)).rejects.toThrow('unauthorized')
  })

  it('is refused after the session ended, even with a valid token', async () => {
    await ama.send('POST', '/api/auth/logout', { scope: 'local' })
    await expect(connectLive(test.url, ama.token)).rejects.toThrow('unauthorized')
  })

  it('is refused from a page of another site', async () => {
    const socket = liveClient(test.url, ama.token, { extraHeaders: { Origin: 'https://evil.example' } })
    const refused = new Promise<Error>((resolve) => socket.once('connect_error', resolve))
    socket.connect()
    expect((await refused).message).toBe('websocket error')
    socket.close()
  })

  it('is refused above twenty per person', async () => {
    const esi = await signIn(test, 'esi')
    const sockets = await Promise.all(Array.from({ length: 20 }, () => connectLive(test.url, esi.token)))
    await expect(connectLive(test.url, esi.token)).rejects.toThrow('too-many-requests')
    for (const socket of sockets) socket.close()
    const later = async () => (await connectLive(test.url, esi.token)).close().disconnected
    await expect.poll(() => later().catch(() => false)).toBe(true)
  })

  it('refuses long-polling', async () => {
    const response = await fetch(`${test.url}/live/?EIO=4&transport=polling`)
    expect(response.status).toBe(400)
  })
})

it('a socket whose session ends while no process is listening is disconnected later', async () => {
  const kofi = await signIn(test, 'kofi')
  const socket = await connectLive(test.url, kofi.token)
  const bystander = await connectLive(test.url, (await signIn(test, 'esi')).token)
  const cut = disconnected(socket)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'sankofa listener'
    and datname = current_database()`.execute(test.db)
  await test.db
    .deleteFrom('sessions')
    .where('id', '=', await sessionOf(kofi))
    .execute()
  expect(await cut).toBe(CUT)
  expect(bystander.connected).toBe(true)
  bystander.close()
})

describe('a fresh token', () => {
  it('keeps the socket open after the first token expires', async () => {
    const sessionId = await sessionOf(ama)
    const socket = await connectLive(test.url, await tokenUntil(SHORT_SECONDS, sessionId))
    expect(await callLive(socket, 'auth', { token: await tokenUntil(300, sessionId) })).toEqual({ ok: true })
    const witness = await connectLive(test.url, await tokenUntil(SHORT_SECONDS, sessionId))
    expect(await disconnected(witness)).toBe(CUT)
    expect(socket.connected).toBe(true)
    socket.close()
  })

  it.each<[string, () => Promise<unknown>]>([
    ['of another person', async () => (await signIn(test, 'kofi')).token],
    ['of another session of the same person', async () => (await signIn(test, 'ama')).token],
    ['of a session that does not exist', () => tokenUntil(300, randomUUID())],
    ['invalid', async () => 'nonsense'],
  ])('cuts the socket if it is %s', async (_, token) => {
    const socket = await connectLive(test.url, ama.token)
    const cut = disconnected(socket)
    expect(await callLive(socket, 'auth', { token: await token() })).toMatchObject({
      ok: false,
      code: 'session-ended',
    })
    expect(await cut).toBe(CUT)
  })
})

describe('a socket', () => {
  it('is cut when its token expires', async () => {
    const token = await tokenUntil(SHORT_SECONDS, await sessionOf(ama))
    const socket = await connectLive(test.url, token)
    expect(await disconnected(socket)).toBe(CUT)
  })

  it('is cut when a thief reuses a refresh token', async () => {
    const stolen = new Map(ama.cookies)
    await ama.send('POST', '/api/auth/refresh', {})
    await test.db
      .updateTable('refresh_tokens')
      .set({ used_at: '2020-01-01' })
      .where('used_at', 'is not', null)
      .execute()
    const cut = disconnected(await connectLive(test.url, ama.token))
    ama.cookies.clear()
    for (const [name, value] of stolen) ama.cookies.set(name, value)
    expect((await ama.send('POST', '/api/auth/refresh', {})).status).toBe(401)
    expect(await cut).toBe(CUT)
  })

  it('is cut when its account is deleted', async () => {
    const kofi = await signIn(test, 'kofi')
    await kofi.send('POST', '/api/account/reauthenticate', { password: PASSWORD })
    await expectCut(kofi, () => kofi.send('POST', '/functions/v1/delete-user-account'))
  })

  it.each<[string, (person: TestClient) => Promise<Response>]>([
    ['by logging out', (person) => person.send('POST', '/api/auth/logout', { scope: 'local' })],
    [
      'by ending this device from another',
      async (person) => {
        const other = await signIn(test, 'ama')
        return other.send('DELETE', `/api/account/sessions/${await sessionOf(person)}`)
      },
    ],
    [
      'by a new password chosen on another device',
      async () => {
        const other = await signIn(test, 'ama')
        return other.send('PUT', '/api/account/password', {
          current: PASSWORD,
          password: `${PASSWORD}x`,
        })
      },
    ],
  ])('is cut when its session ends %s', async (_, end) => {
    await expectCut(ama, () => end(ama))
  })
})
