import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import type { OwnProduct } from '#contract/selling/selling.ts'
import { expectShown, expectSoundLook } from '#e2e/page-checks.ts'
import { beginListing, publishListing, writeAbout } from '#e2e/listings.ts'
import { marketUrl } from '#e2e/market.ts'
import { type Person, newPerson, signedIn } from '#e2e/people.ts'
import { hydrated } from '#e2e/browser.ts'
import { logIn } from '#e2e/sign-in.ts'
import { expect, expectSoon, test, type OnTestEnd, type OpenContext } from '#e2e/journey.ts'

const UNREACHED = 'The site cannot be reached right now. It is sent by itself as soon as it can be.'

interface Gate {
  url: string
  /** `away`: it answers nothing; a number: it answers that; `open`: it passes everything on. */
  state: 'open' | 'away' | 503
  sockets: boolean
}

/** A proxy before the market, as a host has one: what it answers for a server that is away reaches the worker too. */
async function gateToMarket(onTestEnd: OnTestEnd): Promise<Gate> {
  const { hostname, port, host } = new URL(marketUrl)
  const gate: Gate = { url: '', state: 'open', sockets: false }
  function pass(incoming: IncomingMessage, answer: ServerResponse) {
    if (gate.state === 'away') return void incoming.socket.destroy()
    if (gate.state !== 'open') return void answer.writeHead(gate.state, { 'Retry-After': '1' }).end()
    const headers = { ...incoming.headers, host }
    if (headers.origin) headers.origin = marketUrl
    if (headers.referer) headers.referer = headers.referer.replace(gate.url, marketUrl)
    const onward = request(
      // A connection of its own: one kept alive may be closed by the market just when it is used again.
      { hostname, port, path: incoming.url, method: incoming.method, headers, agent: false },
      (reply) => {
        answer.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.pipe(answer)
      },
    )
    onward.on('error', () => answer.destroy())
    return void incoming.pipe(onward)
  }
  const server = createServer(pass)
  // No socket gets through: whatever waits has to find out by itself that the site is back.
  server.on('upgrade', (_, socket) => socket.destroy())
  await new Promise<void>((resolve) => server.listen(0, () => resolve()))
  onTestEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  gate.url = `http://localhost:${(server.address() as AddressInfo).port}`
  return gate
}

async function openBehind(openContext: OpenContext, gate: Gate, path: string, width = 390): Promise<Page> {
  const context = await openContext({ width, worker: true })
  const page = await context.newPage()
  await page.goto(gate.url + path)
  await hydrated(page)
  return page
}

const isStored = (page: Page, path: string) =>
  page.evaluate(async (name) => (await caches.match(name)) !== undefined, path)

for (const state of [503, 'away'] as const) {
  test(`a page seen before is shown while the site is ${state}, with its time`, async ({
    openContext,
    onTestEnd,
  }) => {
    const gate = await gateToMarket(onTestEnd)
    const page = await openBehind(openContext, gate, '/products')
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await page.reload()
    await expectSoon(() => isStored(page, '/products')).toBe(true)
    const notice = page.getByText(/^Shown as of \d+:\d\d.*; the site cannot be reached right now\.$/)
    expect(await notice.count()).toBe(0)

    gate.state = state
    const reply = await page.reload()
    expect(Number(await reply?.headerValue('X-Served-Stale'))).toBeLessThan(60)
    await hydrated(page)
    await expectShown(notice)
    await expectShown(page.getByRole('main').locator('a[href^="/products/"]'))
    if (state === 503) await expectSoundLook(page)

    gate.state = 'open'
    await page.reload()
    await hydrated(page)
    await expectSoon(() => notice.count()).toBe(0)
  })
}

async function openConversation(buyer: Person, productId: string): Promise<string> {
  await writeAbout(buyer, productId, 'Is it still there?')
  const { items } = await buyer.call<{ items: { id: string }[] }>('GET', '/api/conversations')
  return items[0]?.id ?? ''
}

test('a message written while the site answers 503 says why it waits, and goes by itself', async ({
  openContext,
  onTestEnd,
}) => {
  const gate = await gateToMarket(onTestEnd)
  const seller = await signedIn('ama@example.com')
  const email = await newPerson('Yaa Waits')
  const buyer = await signedIn(email)
  const productId = await publishListing(seller, `Stool ${randomUUID().slice(0, 8)}`)
  const id = await openConversation(buyer, productId)
  const page = await openBehind(openContext, gate, `/auth/login?next=/conversation/${id}`)
  await logIn(page, email)
  await page.waitForURL(`${gate.url}/conversation/${id}`)
  const box = page.getByLabel('Message', { exact: true })
  await box.waitFor()

  gate.state = 503
  await box.fill('I can come today')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expectShown(page.getByText('Waiting to be sent'))
  await expectShown(page.getByText(UNREACHED))
  gate.state = 'open'
  await expectSoon(() => page.getByText('Waiting to be sent').count(), { timeout: 30_000 }).toBe(0)
  await expectShown(page.getByText('I can come today'))
  const arrived = async () => {
    const path = `/api/conversations/${id}/messages`
    const { messages } = await buyer.call<{ messages: { content: string }[] }>('GET', path)
    return messages.map(({ content }) => content)
  }
  await expectSoon(arrived, { timeout: 30_000 }).toContain('I can come today')
})

test('a listing published while the site answers 503 waits, says why, and goes online by itself', async ({
  openContext,
  onTestEnd,
}) => {
  const gate = await gateToMarket(onTestEnd)
  const email = await newPerson('Yaa Publishes')
  const seller = await signedIn(email)
  const id = await beginListing(seller, `Shelf ${randomUUID().slice(0, 8)}`)
  const page = await openBehind(openContext, gate, `/auth/login?next=/edit-product/${id}`)
  await logIn(page, email)
  await page.waitForURL(`${gate.url}/edit-product/${id}`)
  const publish = page.locator('.listing-actions button[type=submit]')
  await publish.waitFor()

  gate.state = 503
  await publish.click()
  await expectShown(page.getByRole('heading', { level: 1, name: 'Waiting to go online' }))
  await expectShown(page.getByText(UNREACHED))
  gate.state = 'open'
  const status = async () => (await seller.call<OwnProduct>('GET', `/api/selling/products/${id}`)).status
  await expectSoon(status, { timeout: 40_000 }).toBe('available')
})
