import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import type { Session } from '#contract/accounts/accounts.ts'
import { marketUrl } from './market.ts'
import { someAddress } from './some-address.ts'

/** Password of every person in the demo market. */
export const DEMO_PASSWORD = 'Go-back-and-get-it-1'

const WHEN_SENT = { intervals: [50], timeout: 30_000 }

interface SentMessage {
  subject?: string
  text: string
}

/** A signed-in person who acts through the API to prepare a journey. */
export interface Person {
  id: string
  email: string
  /** Returns a signed-in browser's cookies and storage for this origin. */
  stored(origin?: string): StoredSession
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

/** Mails and text messages to a recipient, newest first. */
async function messagesTo(recipient: string): Promise<SentMessage[]> {
  const response = await fetch(`${marketUrl}/dev/outbox.json?to=${encodeURIComponent(recipient)}`)
  return ((await response.json()) as { messages: SentMessage[] }).messages
}

/** Waits for a matching message to a recipient, and returns the pattern's capture. */
export async function sentTo(recipient: string, pattern: RegExp): Promise<string> {
  const newest = async () => (await messagesTo(recipient))[0]?.text ?? ''
  let text = ''
  await expect.poll(async () => (text = await newest()), WHEN_SENT).toMatch(pattern)
  return pattern.exec(text)?.[1] ?? ''
}

/** Registers a new person; returns the reply that confirms the address and signs in. */
async function register(name: string): Promise<{ email: string; confirmed: Response }> {
  const email = `${randomUUID()}@example.com`
  const registered = await post('/api/auth/register', { name, email, password: DEMO_PASSWORD, terms: true })
  // The password counts only if the link is opened in the browser that chose it.
  const cookie = registered.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const token = await sentTo(email, /#token=([\w-]{43})/)
  return { email, confirmed: await post('/api/auth/verify-email', { token }, cookie) }
}

/** A new person with a confirmed address. Returns the e-mail address. */
export const newPerson = async (name: string): Promise<string> => (await register(name)).email

/** A signed-in person's cookies and storage in Playwright's format. */
export type StoredSession = ReturnType<typeof storedAt>

function storedAt(origin: string, session: Session, setCookies: string[]) {
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
  const value = JSON.stringify({ ...session, received_at: Date.now() })
  return { cookies, origins: [{ origin, localStorage: [{ name: 'sankofa.session', value }] }] }
}

function personWith(session: Session, setCookies: string[]): Person {
  return {
    id: session.user.id,
    email: session.user.email ?? '',
    stored: (origin = marketUrl) => storedAt(origin, session, setCookies),
    async call<Reply>(method: string, path: string, body?: object | Buffer): Promise<Reply> {
      const isFile = Buffer.isBuffer(body)
      const reply = await fetch(marketUrl + path, {
        method,
        headers: {
          Origin: marketUrl,
          Authorization: `Bearer ${session.access_token}`,
          ...(body && { 'Content-Type': isFile ? 'image/png' : 'application/json' }),
        },
        ...(body && { body: isFile ? new Uint8Array(body) : JSON.stringify(body) }),
      })
      if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${await reply.text()}`)
      return (await reply.json()) as Reply
    },
  }
}

async function personOf(response: Response): Promise<Person> {
  const { session } = (await response.json()) as { session: Session }
  return personWith(session, response.headers.getSetCookie())
}

export const signedIn = async (email: string): Promise<Person> =>
  personOf(await post('/api/auth/login', { email, password: DEMO_PASSWORD }))

/** The person signed in on a page. */
export async function personOn(page: Page): Promise<Person> {
  const session = await page.evaluate(() => localStorage.getItem('sankofa.session') ?? '')
  return personWith(JSON.parse(session) as Session, [])
}

export async function changeProfile(person: Person, changes: object): Promise<void> {
  const { profile } = await person.call<{ profile: object }>('GET', '/api/profile')
  await person.call('PUT', '/api/profile', { ...profile, ...changes })
}

/** A new person, signed in. */
export const newMember = async (name: string): Promise<Person> => personOf((await register(name)).confirmed)
