import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'
import { insertPairs, type Pair } from '#testing/live/conversation-people.ts'
import { listingForm } from '#testing/market/selling.ts'
import type { PushBrowser } from '#testing/services/push-service.ts'
import { checkMessages, selectStored } from '#bench/chaos/check.ts'
import { type Acts, createCalls, newActs, startCrowd } from './crowd.ts'
import { type Outage, type Scene, type SeenPage, withDatabase } from './scene.ts'

const PAIRS = 5
const RECEIVERS = 3
const SETTLE_MILLISECONDS = 3000
const POLL_MILLISECONDS = 50
/** A job that failed for a minute is retried within the next two. */
const ARRIVAL_MILLISECONDS = 240_000

export interface Row {
  name: string
  requested: number
  /** Percent of previously visited pages that were served. */
  browsed: number
  messages: number
  listings: number
  photos: number
  mails: number
  pushes: number
  /** Acknowledged items that were missing at the end of the scene. */
  lost: string[]
  recoverySeconds: number
  refusals: string[]
  wrongRefusals: string[]
}

interface Measured {
  outage: Outage
  acts: Acts
  receivers: PushBrowser[]
  recoverySeconds: number
}

/** Marks every page as outdated, so that each is rendered again or shown as a stale copy. */
const outdatePages = (scene: Scene) =>
  withDatabase(scene, (db) => sql`select pg_notify('public_changed', 'market')`.execute(db))

/** Waits until a new page, a message, a draft and a photo all succeed again. */
async function recovers(scene: Scene, [person]: Pair): Promise<void> {
  const { call, upload } = createCalls(scene, { refusals: [] }, newActs())
  const path = `/api/conversations/${person.conversationId}/messages`
  const form = listingForm({ title: 'After it' })
  const steps: (() => Promise<boolean>)[] = [
    async () => {
      const reply = await fetch(`${scene.url}/products?search=${randomUUID()}`).catch(() => undefined)
      await reply?.arrayBuffer().catch(() => undefined)
      return reply?.status === 200 && reply.headers.get('x-served-stale') === null
    },
    async () => {
      const body = { clientKey: randomUUID(), content: 'After it' }
      return (await call({ method: 'POST', path, body, by: person })) !== undefined
    },
    async () => {
      const body = { clientKey: randomUUID(), form }
      return (await call({ method: 'POST', path: '/api/selling/products', body, by: person })) !== undefined
    },
    async () => (await upload(person, randomUUID())) !== undefined,
  ]
  for (const succeeds of steps) while (!(await succeeds())) await sleep(POLL_MILLISECONDS)
}

/** Subscribes the second person to pushes. */
async function subscribe(scene: Scene, outage: Outage, [, receiver]: Pair): Promise<PushBrowser | undefined> {
  const browser = scene.push?.browser()
  if (!browser) return undefined
  const { call } = createCalls(scene, outage, newActs())
  const subscription = {
    method: 'PUT',
    path: '/api/push/subscription',
    body: browser.subscription,
    by: receiver,
  }
  if (!(await call(subscription))) throw new Error('The subscription was refused')
  return browser
}

/** Writes to an absent person. */
const sendTo = async (scene: Scene, outage: Outage, [sender]: Pair, acts: Acts) => {
  const { call } = createCalls(scene, outage, acts)
  const path = `/api/conversations/${sender.conversationId}/messages`
  const body = { clientKey: randomUUID(), content: 'While you are away' }
  while (!(await call({ method: 'POST', path, body, by: sender }))) await sleep(POLL_MILLISECONDS * 10)
}

async function measureOutage(scene: Scene, outage: Outage, pages: SeenPage[], milliseconds: number) {
  const pairs = await withDatabase(scene, (db) => insertPairs(db, PAIRS + RECEIVERS + 1))
  const absent = pairs.splice(0, RECEIVERS)
  const prober = pairs.splice(0, 1)[0] as Pair
  const receivers: PushBrowser[] = []
  for (const pair of absent) {
    const browser = await subscribe(scene, outage, pair)
    if (browser) receivers.push(browser)
  }
  const crowd = startCrowd(scene, outage, pages, pairs)
  await sleep(SETTLE_MILLISECONDS)
  await outdatePages(scene)
  const giveBack = await outage.takeAway()
  const writing = Promise.all(scene.push ? absent.map((pair) => sendTo(scene, outage, pair, crowd.acts)) : [])
  await sleep(milliseconds)
  await giveBack()
  const backAt = performance.now()
  await recovers(scene, prober)
  const recoverySeconds = (performance.now() - backAt) / 1000
  await sleep(SETTLE_MILLISECONDS)
  const acts = await crowd.stop()
  await writing
  return { outage, acts, receivers, recoverySeconds }
}

async function arrives(isThere: () => Promise<boolean> | boolean): Promise<void> {
  const deadline = performance.now() + ARRIVAL_MILLISECONDS
  while (!(await isThere()) && performance.now() < deadline) await sleep(POLL_MILLISECONDS * 10)
}

async function lostMessages({ clients, messages }: Acts, db: Database): Promise<string[]> {
  const sent = new Map<string, number>()
  for (const { conversationId } of messages) sent.set(conversationId, (sent.get(conversationId) ?? 0) + 1)
  const limit = sleep(ARRIVAL_MILLISECONDS, undefined, { ref: false })
  const shown = clients.map((client) => client.shows(sent.get(client.participant.conversationId) ?? 0))
  await Promise.race([Promise.all(shown), limit])
  const screens = clients.map(({ participant, shown: on }) => ({
    conversationId: participant.conversationId,
    personId: participant.id,
    shown: [...on],
  }))
  for (const client of clients) client.close()
  const stored = (await selectStored(db)).filter(({ conversationId }) => sent.has(conversationId))
  const faults = Object.entries(checkMessages(messages, stored, screens)).filter(([, count]) => count > 0)
  return faults.map(([fault, count]) => `${count} messages ${fault}`)
}

/** Photos count once they are visible. */
async function lostPhotos(scene: Scene, { photos }: Acts, db: Database): Promise<number> {
  const seen = new Set<string>()
  await arrives(async () => {
    const rows = await db.selectFrom('photo_uploads').select(['client_key', 'image_url', 'state']).execute()
    for (const { client_key, image_url, state } of rows) {
      if (state !== 'ready' || seen.has(client_key) || !photos.includes(client_key)) continue
      const reply = await fetch(`${scene.url}${scene.signPhoto(image_url)}-320.jpg`).catch(() => undefined)
      await reply?.arrayBuffer()
      if (reply?.ok) seen.add(client_key)
    }
    return seen.size === photos.length
  })
  return photos.length - seen.size
}

async function lostListings({ listings }: Acts, db: Database): Promise<number> {
  const rows = await db.selectFrom('products').select(['id', 'title']).execute()
  const titles = new Map(rows.map(({ id, title }) => [id, title]))
  return listings.filter(({ id, title }) => titles.get(id) !== title).length
}

async function lostMails({ mail }: Scene, { registrations }: Acts): Promise<number> {
  if (!mail) return 0
  const missing = () => {
    const reached = new Set(mail.taken.flatMap(({ to }) => to))
    return registrations.filter((address) => !reached.has(address)).length
  }
  await arrives(() => missing() === 0)
  return missing()
}

async function toRow(scene: Scene, { outage, acts, receivers, recoverySeconds }: Measured): Promise<Row> {
  const without = () => receivers.filter(({ pushed }) => pushed.length === 0).length
  const lost = await withDatabase(scene, async (db) => [
    ...(await lostMessages(acts, db)),
    ...counted(await lostListings(acts, db), 'listings'),
    ...counted(await lostPhotos(scene, acts, db), 'photos'),
    ...counted(await lostMails(scene, acts), 'mails'),
  ])
  await arrives(() => without() === 0)
  return {
    name: outage.name,
    requested: acts.pages.requested,
    browsed: (acts.pages.seen / acts.pages.requested) * 100,
    messages: acts.messages.length,
    listings: acts.listings.length,
    photos: acts.photos.length,
    mails: acts.registrations.length,
    pushes: receivers.length,
    lost: [...lost, ...counted(without(), 'pushes')],
    recoverySeconds,
    refusals: [...acts.refusals].map(([said, count]) => `${said} (${count})`),
    wrongRefusals: [...acts.wrongRefusals],
  }
}

const counted = (count: number, what: string) => (count > 0 ? [`${count} ${what}`] : [])

/**
 * Causes one outage after another for this long, then looks for everything acknowledged before, during and
 * after it.
 */
export async function measureScene(
  scene: Scene,
  { milliseconds, pages, say }: { milliseconds: number; pages: SeenPage[]; say: (text: string) => void },
): Promise<Row[]> {
  const measured: Measured[] = []
  for (const outage of scene.outages) {
    say(`Without ${outage.name}`)
    measured.push(await measureOutage(scene, outage, pages, milliseconds))
  }
  const rows: Row[] = []
  for (const each of measured) rows.push(await toRow(scene, each))
  return rows
}
