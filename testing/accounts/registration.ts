import { expect } from 'vitest'
import { linkSecret, PASSWORD } from './accounts.ts'
import { createAnonymousClient, type TestClient } from '#testing/anonymous-client.ts'
import type { TestApp } from '#testing/app.ts'

/** Registers a person without confirming the address. */
export const register = (client: TestClient, email: string, name = 'Somebody New'): Promise<Response> =>
  client.send('POST', '/api/auth/register', { name, email, password: PASSWORD, terms: true })

/** A person with a new account, signed in by the link that confirms the address. */
export async function registerConfirmed(test: TestApp, email: string): Promise<TestClient & { id: string }> {
  const client = createAnonymousClient(test.app)
  expect((await register(client, email)).status).toBe(201)
  const token = await linkSecret(test, email.toLowerCase())
  const response = await client.send('POST', '/api/auth/verify-email', { token })
  const { session } = (await response.json()) as { session: { access_token: string; user: { id: string } } }
  client.token = session.access_token
  return Object.assign(client, { id: session.user.id })
}
