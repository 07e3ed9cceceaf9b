import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import type { OwnProduct } from '#contract/selling/selling.ts'
import { beginListing } from '#e2e/listings.ts'
import { marketUrl } from '#e2e/market.ts'
import { newMember, type Person } from '#e2e/people.ts'
import { beginTrade } from '#e2e/trade.ts'
import { hydrated } from '#e2e/browser.ts'
import { expect, expectSoon, test, type OnTestEnd, type OpenContext } from '#e2e/journey.ts'

const UNREACHED = 'The site cannot be reached right now. We will send this as soon as we can.'

interface Gate {
  url: string
  /** `away` answers nothing, a number is the answer's status, and `open` forwards everything. */
  state: 'open' | 'away' | 503
  sockets: boolean
}

/**
 * A proxy in front of the market, like a hosting provider's: the worker also receives the proxy's own answers while the
 * server is away.
 */
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
      // Each request has its own connection, because the market may close a kept-alive one just when it is
      // used.
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
  // No socket is connected, so waiting requests must detect by themselves that the site is back.
  server.on('upgrade', (_, socket) => socket.destroy())
  await new Promise<void>((resolve) => server.listen(0, () => resolve()))
  onTestEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  gate.url = `http://localhost:${(server.address() as AddressInfo).port}`
  return gate
}

async function openBehind(
  openContext: OpenContext,
  gate: Gate,
  path: string,
  person?: Person,
): Promise<Page> {
  const storageState = person?.stored(gate.url)
  const context = await openContext({ width: 390, worker: true, storageState })
  const page = await context.newPage()
  await page.goto(gate.url + path)
  await hydrated(page)
  return page
}

const isStored = (page: Page, path: string) =>
  page.evaluate(async (name) => (await caches.match(name)) !== undefined, path)

test('A page seen before is shown with its time while the site answers 503 or nothing', async ({
  openContext,
  onTestEnd,
}) => {
  const gate = await gateToMarket(onTestEnd)
  const page = await openBehind(openContext, gate, '/products')
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.reload()
  await expectSoon(() => isStored(page, '/products')).toBe(true)
  const notice = page.getByText(/^The site cannot be reached right now\. This page is from \d+:\d\d.*\.$/)
  await expect(notice).toHaveCount(0)

  for (const state of [503, 'away'] as const) {
    gate.state = state
    const reply = await page.reload()
    expect(await reply?.headerValue('X-Served-Stale'), String(state)).toMatch(/^\d+$/)
    await hydrated(page)
    await expect(notice).toBeVisible()
    await expect(page.getByRole('main').locator('a[href^="/products/"]').first()).toBeVisible()
  }

  gate.state = 'open'
  // The worker shows the copy again if the site takes longer than a few seconds.
  await expect(async () => {
    const answer = await page.reload()
    expect(await answer?.headerValue('X-Served-Stale')).toBeNull()
  }).toPass()
  await hydrated(page)
  await expect(notice).toHaveCount(0)
})

test('A message written while the site answers 503 shows why it waits and is sent automatically', async ({
  openContext,
  onTestEnd,
}) => {
  const gate = await gateToMarket(onTestEnd)
  const { buyer, id, path } = await beginTrade('Ama Waits', 'Yaa Waits', 'Carved stool')
  const page = await openBehind(openContext, gate, path, buyer)
  const box = page.getByLabel('Message', { exact: true })
  await box.waitFor()

  gate.state = 503
  await box.fill('I can come today')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  // Each attempt shows again that it is being sent.
  await expect(page.getByText('Waiting to be sent')).toBeVisible()
  await expect(page.getByText(UNREACHED)).toBeVisible()
  gate.state = 'open'
  await expect(page.getByText('Waiting to be sent')).toHaveCount(0, { timeout: 60_000 })
  await expect(page.getByText('I can come today')).toBeVisible()
  const arrived = async () => {
    const { messages } = await buyer.call<{ messages: { content: string }[] }>(
      'GET',
      `/api/conversations/${id}/messages`,
    )
    return messages.map(({ content }) => content)
  }
  await expectSoon(arrived, { timeout: 60_000 }).toContain('I can come today')
})

test('A listing published while the site answers 503 shows why it waits and goes online automatically', async ({
  openContext,
  onTestEnd,
}) => {
  const gate = await gateToMarket(onTestEnd)
  const seller = await newMember('Yaa Publishes')
  const id = await beginListing(seller, 'Book shelf')
  const page = await openBehind(openContext, gate, `/edit-product/${id}`, seller)
  const publish = page.locator('.listing-actions button[type=submit]')
  await publish.waitFor()

  gate.state = 503
  await publish.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Waiting to go online' })).toBeVisible()
  await expect(page.getByText(UNREACHED)).toBeVisible()
  gate.state = 'open'
  const status = async () => (await seller.call<OwnProduct>('GET', `/api/selling/products/${id}`)).status
  await expectSoon(status, { timeout: 60_000 }).toBe('available')
})
