import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { marketUrl } from './browser.ts'
import { DEMO_PASSWORD } from './sign-in.ts'
import { someAddress } from './some-address.ts'

const SENT_MILLISECONDS = 15_000

interface OutboxReply {
  messages: { text: string }[]
}

async function post(path: string, body: object, cookie = ''): Promise<Response> {
  const response = await fetch(marketUrl + path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Forwarded-For': someAddress(),
      ...(cookie && { Cookie: cookie }),
    },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return response
}

/** What a mail or SMS that was sent to someone holds; waits until the newest one does. */
export async function sentTo(recipient: string, pattern: RegExp): Promise<string> {
  const deadline = Date.now() + SENT_MILLISECONDS
  while (Date.now() < deadline) {
    const response = await fetch(`${marketUrl}/dev/outbox.json?to=${encodeURIComponent(recipient)}`)
    const { messages } = (await response.json()) as OutboxReply
    const found = pattern.exec(messages[0]?.text ?? '')?.[1]
    if (found) return found
    await delay(50)
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
