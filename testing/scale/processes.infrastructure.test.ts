import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDevMailbox } from '#server/platform/dev-mailbox/dev-mailbox.ts'
import { disconnected, nextEvent } from '#testing/live/live.ts'
import { insertProduct } from '#testing/market/products.ts'
import { freePort } from './free-port.ts'
import { type Connection, type SharedPort, openSharedPort } from './shared-port.ts'
import { runningProcesses } from './running-processes.ts'

const TOKEN = 'a token of thirty-two characters!'

let site: SharedPort
let metricsPort: string
beforeAll(async () => {
  metricsPort = String(await freePort())
  site = await openSharedPort(2, { METRICS_PORT: metricsPort, METRICS_TOKEN: TOKEN })
  await site.answers()
})
afterAll(() => site.close())

const toBoth = async () => [await site.connectTo(1), await site.connectTo(2)] as const

const requestJson = async <Answer>(connection: Connection, path: string, token?: string) =>
  JSON.parse((await connection.send(path, { token })).body) as Answer

it('a change by one process is visible in the other', async () => {
  const [one, two] = await toBoth()
  const [seller] = await site.newPair()
  const id = await insertProduct(site.db, { seller_id: seller.id })
  const pageAt = async (connection: Connection) => (await connection.send(`/products/${id}`)).body
  const statusAt = async (connection: Connection) =>
    (await requestJson<{ status: string }>(connection, `/api/products/${id}`)).status
  for (const each of [one, two]) {
    expect(await pageAt(each)).toContain('Samsung Galaxy A54')
    expect(await statusAt(each)).toBe('available')
  }
  const token = await site.sign(seller)
  const path = `/api/selling/products/${id}`
  const { version } = await requestJson<{ version: string }>(one, path, token)
  const sold = { method: 'PUT', token, body: { version, status: 'sold' } }
  expect((await one.send(`${path}/status`, sold)).status).toBe(200)
  await expect.poll(() => statusAt(two)).toBe('sold')
  await expect.poll(() => pageAt(two)).toContain('Sold')
})

it('a message reaches the sockets of both processes', async () => {
  const connections = await toBoth()
  const [seller, buyer] = await site.newPair()
  const sockets = await site.openSockets(buyer)
  for (const connection of connections) {
    const content = randomUUID()
    const received = sockets.map((socket) =>
      nextEvent(socket, 'message.sent', ({ message }) => message.content === content),
    )
    const { status } = await connection.send(`/api/conversations/${seller.conversationId}/messages`, {
      method: 'POST',
      token: await site.sign(seller),
      body: { clientKey: randomUUID(), content },
    })
    expect(status).toBe(201)
    await Promise.all(received)
  }
  for (const socket of sockets) socket.close()
})

it('a logout through one process ends the session in both', async () => {
  const [one, two] = await toBoth()
  const [person] = await site.newPair()
  const token = await site.sign(person)
  const statusAt = async (connection: Connection) => (await connection.send('/api/profile', { token })).status
  for (const each of [one, two]) expect(await statusAt(each)).toBe(200)
  const cut = (await site.openSockets(person)).map(disconnected)
  const out = { method: 'POST', token, body: { scope: 'local' } }
  expect((await one.send('/api/auth/logout', out)).status).toBe(200)
  await Promise.all(cut)
  for (const each of [one, two]) await expect.poll(() => statusAt(each)).toBe(401)
})

it('a limit counts over both processes', async () => {
  const connections = await toBoth()
  const body = { email: `${randomUUID()}@example.com`, password: 'not the password' }
  const statuses: number[] = []
  for (let guess = 0; guess < 12; guess += 1) {
    const connection = connections[guess % 2] as Connection
    statuses.push((await connection.send('/api/auth/login', { method: 'POST', body })).status)
  }
  expect(statuses).toEqual([...Array.from({ length: 5 }, () => 401), ...Array.from({ length: 7 }, () => 429)])
})

/** Registers a person, to whom a job sends a mail. */
async function register(connection: Connection): Promise<string> {
  const email = `${randomUUID()}@example.com`
  const body = { email, password: 'Long-enough-4711', name: 'Efua Mensah', terms: true }
  const reply = await connection.send('/api/auth/register', { method: 'POST', body })
  expect(reply).toMatchObject({ status: 201 })
  return email
}

const countMailsTo = async (email: string) => (await createDevMailbox(site.db).newest(email)).length

it.each([1, 2])(
  'process %i is killed and replaced while the site answers and runs its jobs',
  async (number) => {
    await site.answers()
    const other = await site.connectTo(3 - number)
    const killed = site.pidOf(number)
    process.kill(killed, 'SIGKILL')
    expect((await other.send('/')).status).toBe(200)
    const email = await register(other)
    await site.answers()
    expect(site.pidOf(number)).not.toBe(killed)
    await expect.poll(() => countMailsTo(email), { timeout: 30_000 }).toBe(1)
  },
)

const countVisits = (metrics: string): number =>
  Number(
    /^sankofa_http_request_duration_seconds_count\{route="[^"]*\/transparency",status="200"\} (\d+)$/m.exec(
      metrics,
    )?.[1] ?? Number.NaN,
  )

it('the metrics add up both processes, including counts of one that died', async () => {
  await site.answers()
  const connections = await toBoth()
  for (const connection of connections)
    for (let count = 0; count < 5; count += 1) await connection.send('/transparency')
  const atPort = async () =>
    countVisits(await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text())
  expect(await atPort()).toBe(10)
  for (const connection of connections) {
    const { body } = await connection.send('/metrics', { token: TOKEN })
    expect(countVisits(body)).toBe(10)
    expect(body).toMatch(/^sankofa_problems 0$/m)
    expect(body).toMatch(/^sankofa_info\{.*\} 1$/m)
  }
  process.kill(site.pidOf(2), 'SIGKILL')
  await site.answers()
  expect(await atPort()).toBe(10)
  const deaths = /^sankofa_warnings\{cause="deaths"\} [1-9]/m
  expect(await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()).toMatch(deaths)
})

it('a connection to a dying process ends and the next one is answered', async () => {
  await site.answers()
  const frozen = site.pidOf(2)
  process.kill(frozen, 'SIGSTOP')
  const requested = [site.connect(), site.connect()].map((each) =>
    each.send('/').catch((error: Error) => error),
  )
  // The other process answers one of the two.
  await Promise.race(requested)
  process.kill(frozen, 'SIGKILL')
  const answers = await Promise.all(requested)
  expect(answers.filter((answer) => answer instanceof Error)).toHaveLength(1)
  await site.answers()
})

it('both processes end when their supervisor is killed', async () => {
  const pids = site.pids()
  expect(pids).toHaveLength(2)
  await site.kill()
  await expect.poll(() => runningProcesses().filter(({ pid }) => pids.includes(pid))).toEqual([])
})
