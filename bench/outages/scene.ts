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

/** Something that the site needs and that goes. */
export interface Outage {
  name: string
  /** With which calls may be refused meanwhile. */
  refusals: ProblemCode[]
  /** Returns what brings it back. */
  takeAway(): Promise<() => Promise<unknown>>
}

/** A site that runs, and what may be taken from it. */
export interface Scene extends AsyncDisposable {
  url: string
  outages: Outage[]
  /** Replaces `--seconds` where things are gone for a moment only. */
  milliseconds?: number
  /** Folder of pictures that the site serves, if it is on this machine. */
  photos?: string
  /** Visits of each page before something is taken away. */
  visits?: number
  sign: (participant: Participant) => Promise<string>
  /** Where its owner sees a photo: the start of its files' addresses. */
  signPhoto: (src: string) => string
  /** Of the database, at this moment and past everything that is taken away. */
  databaseUrl(): string
  mail?: MailServer
  push?: PushService
}

export interface SeenPage {
  path: string
  /** Text of it; empty for a picture. */
  shows: string
}

const PRODUCTS = 10
/** Connections go to the processes in turn, so that each of them has seen each page. */
const VISITS = 6

/** What the site signs with these secrets. */
export const signers = (secrets: Secrets): Pick<Scene, 'sign' | 'signPhoto'> => ({
  sign: tokenSigner(secrets),
  signPhoto: photoSigner(secrets, Date.now).sign,
})

export async function withDatabase<T>(scene: Scene, work: (db: Database) => Promise<T>): Promise<T> {
  await using db = connect(scene.databaseUrl(), { connections: 1 })
  return await work(db)
}

/** Returns the address of its picture. */
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

/** Fills the market with some listings, and visits its pages. */
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
 * Whether somebody who requests it now gets it, on a connection of its own. One that breaks without an answer is
 * repeated once, as the proxies of deploy/ do.
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
