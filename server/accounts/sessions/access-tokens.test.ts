import { SignJWT, UnsecuredJWT } from 'jose'
import { beforeEach, expect, it, vi } from 'vitest'
import { secretsFrom } from '#server/platform/process/secrets.ts'
import { type AccessTokens, createAccessTokens } from './access-tokens.ts'

const SECRET = new Uint8Array(32).fill(7)
const VIEWER = { id: 'ama', sessionId: 'phone' }
const ENDED = { code: 'session-ended' }

let now: number
let tokens: AccessTokens
beforeEach(() => {
  now = 1_800_000_000_000
  tokens = createAccessTokens(secretsFrom(SECRET), () => now)
})

it('a token can be read repeatedly until it expires', async () => {
  const { token, expiresAt } = await tokens.sign(VIEWER)
  for (let count = 0; count < 3; count += 1)
    expect(await tokens.read(token)).toEqual({ ...VIEWER, expiresAt })
  now = expiresAt * 1000 - 1
  expect(await tokens.read(token)).toEqual({ ...VIEWER, expiresAt })
  now = expiresAt * 1000
  await expect(tokens.read(token)).rejects.toMatchObject(ENDED)
})

it('a token’s signature is checked once', async () => {
  const verify = vi.spyOn(crypto.subtle, 'verify')
  const { token } = await tokens.sign(VIEWER)
  for (let count = 0; count < 3; count += 1) await tokens.read(token)
  expect(verify).toHaveBeenCalledOnce()
  verify.mockRestore()
})

it('an invalid token is not cached', async () => {
  const { token } = await createAccessTokens(secretsFrom(new Uint8Array(32).fill(8)), () => now).sign(VIEWER)
  for (let count = 0; count < 2; count += 1) await expect(tokens.read(token)).rejects.toMatchObject(ENDED)
  await expect(tokens.read(`${token}x`)).rejects.toMatchObject(ENDED)
})

it('a token with another algorithm, none, or another type is refused', async () => {
  const key = secretsFrom(SECRET).keyFor('access-token')
  const signed = (alg: string, typ: string) =>
    new SignJWT({ sid: 'phone' })
      .setProtectedHeader({ alg, typ })
      .setSubject('ama')
      .setExpirationTime(now / 1000 + 60)
      .sign(key)
  expect(await tokens.read(await signed('HS256', 'at+jwt'))).toMatchObject(VIEWER)
  await expect(tokens.read(await signed('HS512', 'at+jwt'))).rejects.toMatchObject(ENDED)
  await expect(tokens.read(await signed('HS256', 'JWT'))).rejects.toMatchObject(ENDED)
  const unsigned = new UnsecuredJWT({ sid: 'phone' }).setSubject('ama').setExpirationTime(now / 1000 + 60)
  await expect(tokens.read(unsigned.encode())).rejects.toMatchObject(ENDED)
})
