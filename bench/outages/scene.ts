import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ProblemCode } from '#contract/problem.ts'
import { connect, type Database } from '#server/platform/db/connect.ts'
import { photoSigner } from '#server/platform/http/files/photo-signer.ts'
import type { Secrets } from '#server/platform/process/secrets.ts'
import { insertPairs, type Participant, tokenSigner } from '#testing/live/conversation-people.ts'
import { insertPhoto, insertProduct } from '#testing/market/products.ts'
import { plainPicture } from '#testing/pictures/pictures.ts'
import type { MailServer } from '#testing/services/mail-server.ts'
import type { PushService } from '#testing/services/push-service.ts'

/** A resource that becomes unavailable. */
export interface Outage {
  name: string
  /** Codes of the allowed refusals. */
  refusals: ProblemCode[]
  /** Returns a function that restores it. */
  takeAway(): Promise<() => Promise<unknown>>
}

/** A running site and its possible outages. */
export interface Scene extends AsyncDisposable {
  url: string
  outages: Outage[]
  /** Replaces `--seconds` for outages that last only a moment. */
  milliseconds?: number
  /** Folder of the site's pictures, if it is on this machine. */
  photos?: string
  /** Number of visits to each page before an outage. */
  visits?: number
  sign: (participant: Participant) => Promise<string>
  /** Address of a photo for its owner: the start of its files' addresses. */
  signPhoto: (src: string) => string
  /** The database's present address, which bypasses all outages. */
  databaseUrl(): string
  mail?: MailServer
  push?: PushService
}

export interface SeenPage {
  path: string
  /** Part of its text; empty for a picture. */
  shows: string
}

const PRODUCTS = 10
/** Connections go to the processes in turn, so that each has served each page. */
const VISITS = 6

/** Signers with the site's secrets. */
export const signers = (secrets: Secrets): Pick<Scene, 'sign' | 'signPhoto'> => ({
  sign: tokenSigner(secrets),
  signPhoto: photoSigner(secrets, Date.now).sign,
})

export async function withDatabase<T>(scene: Scene, work: (db: Database) => Promise<T>): Promise<T> {
  await using db = connect(scene.databaseUrl(), { connections: 1 })
  return await work(db)
}

/** Adds a photo; returns the address of its picture. */
async function addPhoto(db: Database, folder: string, id: string): Promise<string> {
  await insertPhoto(db, id)
  const { image_url } = await db
    .selectFrom('product_images')
    .select('image_url')
    .where('product_id', '=', id)
    .executeTakeFirstOrThrow()
  const address = `${image_url}-320.jpg`
  const file = join(folder, address.replace('/photos/', ''))
  mkdirSync(dirname(file), { recursive: true })
  await plainPicture(320, 240).jpeg().toFile(file)
  return address
}

/** Creates some listings and visits their pages. */
export async function visitPages(scene: Scene): Promise<SeenPage[]> {
  const pages: SeenPage[] = [
    { path: '/', shows: '</html>' },
    { path: '/products?category=mobile', shows: 'Listing 1' },
    { path: '/api/products?category=mobile', shows: 'Listing 1' },
    { path: '/api/categories', shows: 'mobile' },
  ]
  await withDatabase(scene, async (db) => {
    const [pair] = await insertPairs(db, 1)
    const seller_id = pair?.[0].id ?? ''
    for (let number = 1; number <= PRODUCTS; number += 1) {
      const title = `Listing ${number}`
      const id = await insertProduct(db, { seller_id, title })
      pages.push({ path: `/products/${id}`, shows: title }, { path: `/api/products/${id}`, shows: title })
      if (scene.photos) pages.push({ path: await addPhoto(db, scene.photos, id), shows: '' })
    }
    pages.push({ path: `/sellers/${seller_id}`, shows: 'Listing 1' })
  })
  for (const page of pages) {
    const visits = Array.from({ length: scene.visits ?? VISITS }, () => isSeen(scene.url, page))
    if ((await Promise.all(visits)).includes(false)) throw new Error(`${page.path} is not as expected`)
  }
  return pages
}

/**
 * Whether a new connection receives the page now. A connection that breaks without an answer is repeated
 * once, like the proxies of deploy/ do.
 */
export async function isSeen(url: string, { path, shows }: SeenPage): Promise<boolean> {
  const init = { headers: { Connection: 'close' }, signal: AbortSignal.timeout(10_000) }
  const request = () => fetch(url + path, init)
  const reply = await request()
    .catch(request)
    .catch(() => undefined)
  const body = await reply?.text().catch(() => '')
  return reply?.status === 200 && body !== undefined && body.includes(shows)
}
