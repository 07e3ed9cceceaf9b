import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Conversation, Message } from '#contract/conversations/conversations.ts'
import { PHOTO_UPLOAD_PATH } from '#contract/photos/photo-uploads.ts'
import { offerRadios } from '#bench/agreements/chats.ts'
import { searchMix } from '#bench/search-mix.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { type ConversationClient, openConversationClient } from '#testing/live/conversation-client.ts'
import { insertPairs, type Participant } from '#testing/live/conversation-people.ts'
import { insertPhoto } from '#testing/market/products.ts'
import { listingForm } from '#testing/market/selling.ts'

const PHOTO = readFileSync(join(import.meta.dirname, '../../demo/photos/paul-weaver-1120584-unsplash.jpg'))
/** Enough people that nobody publishes more than new people may in a day. */
const PAIRS = 100

export interface SoakLoad {
  /** Number of failures by action; empty after a clean run. */
  failures: ReadonlyMap<string, number>
  done: number
  stop(): Promise<void>
}

interface SoakOptions {
  url: string
  db: Database
  sign: (participant: Participant) => Promise<string>
}

interface Scene extends SoakOptions {
  clients: ConversationClient[]
  paths: string[]
  productIds: string[]
}

const anyOf = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T
const anyAddress = () => `10.${[...randomBytes(3)].join('.')}`

async function call(
  url: string,
  token: string,
  { method = 'GET', body }: { method?: string; body?: object } = {},
) {
  const reply = await fetch(url, {
    method,
    headers: {
      'X-Forwarded-For': anyAddress(),
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${method} ${new URL(url).pathname} answered ${reply.status}`)
  return reply.headers.get('Content-Type')?.includes('json') ? (JSON.parse(text) as unknown) : text
}

let listings = 0

/** Publishes a listing of each person in turn and deletes it again, so that the market keeps its size. */
async function publishAndDelete({ url, db, sign, clients }: Scene): Promise<void> {
  const seller = clients[listings % clients.length] as ConversationClient
  listings += 1
  const token = await sign(seller.participant)
  const form = listingForm({ title: `Carved stool ${randomUUID().slice(0, 6)}` })
  const products = `${url}/api/selling/products`
  const { id } = (await call(products, token, {
    method: 'POST',
    body: { clientKey: randomUUID(), form },
  })) as {
    id: string
  }
  await insertPhoto(db, id)
  await call(`${products}/${id}/publish`, token, { method: 'POST', body: { version: 1, form } })
  await sleep(5000)
  const { version } = (await call(`${products}/${id}`, token)) as { version: number }
  await call(`${products}/${id}?version=${version}`, token, { method: 'DELETE' })
}

async function uploadPhoto({ url, sign, clients }: Scene): Promise<void> {
  const token = await sign(anyOf(clients).participant)
  const reply = await fetch(`${url}${PHOTO_UPLOAD_PATH}/${randomUUID()}?name=IMG.jpg`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${token}` },
    body: PHOTO,
  })
  if (!reply.ok) throw new Error(`Sending a photo answered ${reply.status}`)
  const { id } = (await reply.json()) as { id: string }
  await sleep(5000)
  await call(`${url}${PHOTO_UPLOAD_PATH}/${id}`, token, { method: 'DELETE' })
}

async function toggleFavourite({ url, sign, clients, productIds }: Scene): Promise<void> {
  const token = await sign(anyOf(clients).participant)
  const address = `${url}/api/favourites/${anyOf(productIds)}`
  await call(address, token, { method: 'PUT' })
  await call(address, token, { method: 'DELETE' })
}

let deals = 0

/** The seller of each pair in turn reserves a radio for the buyer, who cancels. */
async function reserveAndCancel({ url, sign, clients }: Scene): Promise<void> {
  const [seller, buyer] = [0, 1].map((n) => clients[(deals * 2 + n) % clients.length] as ConversationClient)
  deals += 1
  if (!seller || !buyer) return
  const conversation = `${url}/api/conversations/${seller.participant.conversationId}`
  const take = async (by: ConversationClient, step: object) =>
    (await call(`${conversation}/steps`, await sign(by.participant), {
      method: 'POST',
      body: { clientKey: randomUUID(), ...step },
    })) as Message
  const { agreement } = (await call(conversation, await sign(seller.participant))) as Conversation
  const reserved = await take(seller, { step: 'reserve', ...(agreement && { agreementId: agreement.id }) })
  await sleep(2000)
  await take(buyer, { step: 'cancel', reason: 'no-time', agreementId: reserved.step?.agreement.id })
}

/** Actions of an evening and their frequency per second. */
const WORK: Record<string, { perSecond: number; act: (scene: Scene) => Promise<unknown> }> = {
  page: { perSecond: 12, act: ({ url, paths }) => call(url + anyOf(paths), '') },
  'API search': { perSecond: 6, act: ({ url, paths }) => call(`${url}/api${anyOf(paths)}`, '') },
  message: { perSecond: 8, act: ({ clients }) => anyOf(clients).send(`Is it still there? ${randomUUID()}`) },
  inbox: {
    perSecond: 2,
    act: async ({ url, sign, clients }) =>
      call(`${url}/api/conversations`, await sign(anyOf(clients).participant)),
  },
  favourite: { perSecond: 1, act: toggleFavourite },
  deal: { perSecond: 1, act: reserveAndCancel },
  listing: { perSecond: 0.2, act: publishAndDelete },
  photo: { perSecond: 0.05, act: uploadPhoto },
}

async function openScene(options: SoakOptions): Promise<Scene> {
  const { db, url, sign } = options
  const pairs = await insertPairs(db, PAIRS)
  await offerRadios(db, pairs)
  const open = async (participant: Participant) =>
    openConversationClient({ participant, url, sign, address: anyAddress() })
  const products = await db
    .selectFrom('products')
    .select('id')
    .where('status', '=', 'available')
    .limit(500)
    .execute()
  const searches = (await searchMix(db)).slice(0, 2000)
  return {
    ...options,
    clients: await Promise.all(pairs.flat().map(open)),
    paths: searches.map((query) => `/products?${query}`),
    productIds: products.map(({ id }) => id),
  }
}

/**
 * Starts people who browse, write, list and send photos until a stop, at an even pace whether or not the site
 * keeps up.
 */
export async function startSoakLoad(options: SoakOptions): Promise<SoakLoad> {
  const scene = await openScene(options)
  const failures = new Map<string, number>()
  const underWay = new Set<Promise<void>>()
  let done = 0
  const timers = Object.entries(WORK).map(([name, { perSecond, act }]) =>
    setInterval(() => {
      const work = act(scene).then(
        () => void (done += 1),
        (error: unknown) => {
          const what = `${name}: ${error instanceof Error ? error.message : String(error)}`
          failures.set(what, (failures.get(what) ?? 0) + 1)
        },
      )
      underWay.add(work)
      void work.then(() => underWay.delete(work))
    }, 1000 / perSecond),
  )
  return {
    failures,
    get done() {
      return done
    },
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(underWay)
      for (const client of scene.clients) client.close()
    },
  }
}
