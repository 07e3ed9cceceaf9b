import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Session } from '#contract/accounts/accounts.ts'
import { marketUrl } from './market.ts'
import { someAddress } from './some-address.ts'

/** Of every person of the demo market. */
export const DEMO_PASSWORD = 'Sankofa-2026'

const SENT_TIMEOUT_MS = 15_000
const POLL_MS = 50

interface OutboxReply {
  messages: { text: string }[]
}

/** Somebody signed in, who acts past the screens: what a journey needs to be there before it begins. */
export interface Person {
  call<Reply>(method: string, path: string, body?: object | Buffer): Promise<Reply>
}

async function post(path: string, body: object, cookie = ''): Promise<Response> {
  const response = await fetch(marketUrl + path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Origin: marketUrl,
      'X-Forwarded-For': someAddress(),
      ...(cookie && { Cookie: cookie }),
    },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return response
}

/** What a mail or SMS that was sent to someone holds; waits until the newest one does. */
export async function sentTo(recipient: string, pattern: RegExp): Promise<string> {
  const deadline = Date.now() + SENT_TIMEOUT_MS
  while (Date.now() < deadline) {
    const response = await fetch(`${marketUrl}/dev/outbox.json?to=${encodeURIComponent(recipient)}`)
    const { messages } = (await response.json()) as OutboxReply
    const found = pattern.exec(messages[0]?.text ?? '')?.[1]
    if (found) return found
    await delay(POLL_MS)
  }
  throw new Error(`Nothing like ${pattern} was sent to ${recipient}`)
}

/** Somebody whom no other journey knows, with a confirmed address. Returns the e-mail address. */
export async function newPerson(name: string): Promise<string> {
  const email = `${randomUUID()}@example.com`
  const registered = await post('/api/auth/register', { name, email, password: DEMO_PASSWORD, terms: true })
  // The password counts only where the link is opened in the browser that chose it.
  const cookie = registered.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  await post('/api/auth/verify-email', { token: await sentTo(email, /#token=([\w-]{43})/) }, cookie)
  return email
}

const logIn = async (email: string) => {
  const response = await post('/api/auth/login', { email, password: DEMO_PASSWORD })
  const { session } = (await response.json()) as { session: Session }
  return { session, setCookies: response.headers.getSetCookie() }
}

/** What a browser has stored of somebody who has just logged in there. */
export type StoredSession = Awaited<ReturnType<typeof storedSession>>

export async function storedSession(email: string) {
  const { session, setCookies } = await logIn(email)
  const cookies = setCookies.map((line) => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    return {
      name,
      value,
      domain: new URL(marketUrl).hostname,
      path: '/api/auth',
      expires: session.expires_at + Number(/max-age=(\d+)/i.exec(line)?.[1] ?? 0),
      httpOnly: true,
      secure: false,
      sameSite: 'Strict' as const,
    }
  })
  const stored = JSON.stringify({ ...session, received_at: Date.now() })
  return {
    cookies,
    origins: [{ origin: marketUrl, localStorage: [{ name: 'sankofa.session', value: stored }] }],
  }
}

export async function signedIn(email: string): Promise<Person> {
  const { session } = await logIn(email)
  return {
    async call<Reply>(method: string, path: string, body?: object | Buffer): Promise<Reply> {
      const isFile = Buffer.isBuffer(body)
      const response = await fetch(marketUrl + path, {
        method,
        headers: {
          Origin: marketUrl,
          Authorization: `Bearer ${session.access_token}`,
          ...(body && { 'Content-Type': isFile ? 'image/png' : 'application/json' }),
        },
        ...(body && { body: isFile ? new Uint8Array(body) : JSON.stringify(body) }),
      })
      if (!response.ok)
        throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
      return (await response.json()) as Reply
    },
  }
}
