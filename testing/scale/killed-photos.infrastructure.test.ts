import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OwnPhoto } from '#contract/photos/photo-uploads.ts'
import { defineJob } from '#server/platform/jobs/job-kind.ts'
import { openDiskStorage } from '#server/platform/storage/disk-storage.ts'
import { insertAccounts, PASSWORD } from '#testing/accounts/accounts.ts'
import { createTestApp } from '#testing/app.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { insertPeople, PEOPLE } from '#testing/accounts/people.ts'
import { uploadOf } from '#testing/pictures/photos.ts'
import { type Site, startSite } from './site.ts'

const PORT = 4321
const FILES_PER_PHOTO = 6
/** The server prepares photos at low priority. */
const RECOVERY = { timeout: 240_000, interval: 250 }

let dataDir: string
let database: TestDatabase
let site: Site
let token: string
let picture: Uint8Array<ArrayBuffer>
/** Keys of photos that the site has confirmed. */
const accepted = new Set<string>()

const startAgain = async () => {
  site = await startSite({ port: PORT, dataDir, databaseUrl: database.url, demo: false })
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'killed-'))
  await chmod(dataDir, 0o755)
  database = await createTestDatabase()
  await insertPeople(database.db)
  await insertAccounts(database.db)
  await startAgain()
  const reply = await fetch(`${site.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: site.url },
    body: JSON.stringify({ email: PEOPLE.ama.email, password: PASSWORD }),
  })
  token = ((await reply.json()) as { session: { access_token: string } }).session.access_token
  const pixels = Buffer.alloc(2400 * 1600 * 3)
  for (let at = 0, value = 7; at < pixels.length; at++) pixels[at] = value = (value * 73 + at) & 0xff
  picture = new Uint8Array(
    await sharp(pixels, { raw: { width: 2400, height: 1600, channels: 3 } })
      .jpeg()
      .toBuffer(),
  )
})
afterAll(async () => {
  await site.kill()
  await database.close()
  await rm(dataDir, { recursive: true })
})

async function send(clientKey: string, bytes: BodyInit = picture): Promise<number | undefined> {
  const [path, init] = uploadOf(token, { bytes, clientKey })
  const streamed: RequestInit & { duplex: string } = { ...init, duplex: 'half' }
  const reply = await fetch(site.url + path, streamed).catch(() => undefined)
  if (reply?.status === 202) accepted.add(clientKey)
  await reply?.arrayBuffer().catch(() => undefined)
  return reply?.status
}

/** Resolves once half of a photo is sent; `end` then resolves when the upload ends. */
async function sendHalf(clientKey: string): Promise<{ end: Promise<unknown> }> {
  const half = Promise.withResolvers<undefined>()
  let isSent = false
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (isSent) {
          half.resolve(undefined)
          return new Promise(() => undefined)
        }
        isSent = true
        controller.enqueue(picture.subarray(0, picture.length / 2))
        return undefined
      },
    },
    { highWaterMark: 0 },
  )
  const end = send(clientKey, body)
  await half.promise
  return { end }
}

const files = async () => {
  const entries = await readdir(join(dataDir, 'photos'), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
}
const preparedFiles = async () => (await files()).filter((file) => file.includes('product-images')).length
const receiving = () =>
  database.db.selectFrom('photo_uploads').select('id').where('state', '=', 'receiving').execute()

async function loose(): Promise<OwnPhoto[]> {
  const reply = await fetch(`${site.url}/api/selling/photos`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  return ((await reply.json()) as { photos: OwnPhoto[] }).photos
}

/** Makes all later jobs due and a killed process's leftovers old. */
async function letTimePass() {
  await sql`update photo_uploads set updated_at = now() - interval '2 hours' where state = 'receiving'`.execute(
    database.db,
  )
  await sql`update pgboss.job set start_after = now() where state = 'created'`.execute(database.db)
  for (const file of await files()) if (file.includes('.incoming')) await utimes(file, 0, 0)
}

it('a server killed while it receives and prepares photos loses none and leaves no files behind', async () => {
  const cut = randomUUID()
  const forgotten = randomUUID()

  // Kill it during two uploads.
  const first = await sendHalf(cut)
  const second = await sendHalf(forgotten)
  await expect.poll(receiving).toHaveLength(2)
  await site.kill()
  await Promise.all([first.end, second.end])
  expect(accepted.size).toBe(0)

  // Kill it right after its confirmations; one of them is of the interrupted photo.
  await startAgain()
  expect(await Promise.all([send(cut), send(randomUUID()), send(randomUUID())])).toEqual([202, 202, 202])
  await site.kill()

  // Kill it three times while it prepares them, each time a little later.
  for (const reached of [1, 4, FILES_PER_PHOTO + 2]) {
    await startAgain()
    await send(randomUUID())
    await expect.poll(preparedFiles, RECOVERY).toBeGreaterThanOrEqual(reached)
    await site.kill()
  }

  await startAgain()
  expect(accepted.size).toBe(6)
  await expect
    .poll(async () => (await loose()).map(({ state }) => state), RECOVERY)
    .toEqual(Array<string>(6).fill('ready'))
  expect(new Set((await loose()).map(({ clientKey }) => clientKey))).toEqual(accepted)
  await site.stop()

  await letTimePass()
  const storage = await openDiskStorage(join(dataDir, 'photos'))
  const cleaner = await createTestApp({ database, storage })
  await cleaner.jobs.enqueue(cleaner.db, defineJob('photos-clean-up'), {})
  await cleaner.jobs.settled()
  await letTimePass()
  await cleaner.jobs.settled()
  await cleaner.close()

  const rows = await database.db.selectFrom('photo_uploads').select(['image_url', 'state']).execute()
  expect(rows.map(({ state }) => state)).toEqual(Array<string>(6).fill('ready'))
  const named = rows.flatMap(({ image_url }) =>
    [320, 640, 1280].flatMap((width) => [`${image_url}-${width}.avif`, `${image_url}-${width}.jpg`]),
  )
  // Processes use this file to recognise a shared folder (server/platform/storage/matching-storage.ts).
  const expected = [...named, '/photos/site/token.txt']
  expect((await files()).map((file) => file.slice(dataDir.length)).toSorted()).toEqual(expected.toSorted())
}, 900_000)
