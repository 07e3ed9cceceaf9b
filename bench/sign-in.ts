import { randomBytes, randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createAccessTokens } from '#server/accounts/sessions/access-tokens.ts'
import { DEMO_PASSWORD, DEMO_PEOPLE } from '#demo/people.ts'
import { createImageProcessor } from '#server/platform/images/image-processor.ts'
import { startDemoSite } from './page-load.ts'
import { percentile } from '#bench/load/percentile.ts'
import type { Row } from './report.ts'
import { secretsFrom } from '#server/platform/process/secrets.ts'

const PHOTO = join(import.meta.dirname, '../demo/photos/paul-weaver-1120584-unsplash.jpg')
const CLIENTS = 8
const LOGINS_EACH = 25
const TOKENS_READ = 5000

/** Microseconds per request to read an access token, the only cost of a session that was used before. */
async function tokenRow(): Promise<Row> {
  const tokens = createAccessTokens(secretsFrom(randomBytes(32)))
  const { token } = await tokens.sign({ id: crypto.randomUUID(), sessionId: crypto.randomUUID() })
  for (let count = 0; count < TOKENS_READ; count += 1) await tokens.read(token)
  const started = performance.now()
  for (let count = 0; count < TOKENS_READ; count += 1) await tokens.read(token)
  const microseconds = ((performance.now() - started) * 1000) / TOKENS_READ
  return { name: 'authenticated request, overhead', figure: microseconds, unit: 'µs', atMost: 150 }
}

const anyAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`

/** Signs in from an address that the site's own proxy reports. Returns the device's cookies. */
async function signIn(url: string, { email, device = '' }: { email: string; device?: string }) {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': anyAddress(), Cookie: device },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`Signing in answered ${response.status}`)
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

/** Signs one person in repeatedly on a known phone, because a new one also costs a mail. */
async function signInTimes(url: string, email: string): Promise<number[]> {
  const times: number[] = []
  let device = await signIn(url, { email })
  for (let count = 0; count < LOGINS_EACH; count += 1) {
    const started = performance.now()
    device = await signIn(url, { email, device })
    times.push(performance.now() - started)
  }
  return times
}

/** Encodes photos continuously until `work` is done, like a busy evening of uploads. */
async function whileEncoding<T>(work: Promise<T>): Promise<T> {
  const images = createImageProcessor()
  const photo = await readFile(PHOTO)
  const end = new AbortController()
  const encoding = (async () => {
    while (!end.signal.aborted) await images.process(photo)
  })()
  try {
    return await work
  } finally {
    end.abort()
    await encoding
    await images.close()
  }
}

export async function signInRows(port: number): Promise<Row[]> {
  await using site = await startDemoSite(port, { TRUSTED_PROXIES: '127.0.0.1/32' })
  const people = DEMO_PEOPLE.slice(0, CLIENTS)
  const times = await whileEncoding(Promise.all(people.map(({ email }) => signInTimes(site.url, email))))
  const figure = percentile(times.flat(), 0.99)
  return [
    await tokenRow(),
    { name: 'sign-in, 8 at once beside encoding', figure, unit: 'ms p99', atMost: 250 },
  ]
}
