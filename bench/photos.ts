import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { type OwnPhoto, PHOTO_UPLOAD_PATH } from '#contract/photos/photo-uploads.ts'
import { createAccessTokens } from '#server/accounts/sessions/access-tokens.ts'
import { connect, type Database } from '#server/platform/db/connect.ts'
import { createImageProcessor } from '#server/platform/images/image-processor.ts'
import { secretsFrom } from '#server/platform/process/secrets.ts'
import { type Site, startSite } from '#testing/scale/site.ts'
import { openBenchDatabase } from '#bench/load/bench-database.ts'
import { measure } from '#bench/load/load.ts'
import { median } from '#bench/load/percentile.ts'
import { megabytesOf } from '#bench/load/processes.ts'
import { temporaryFolder } from '#bench/load/temporary-folder.ts'
import { publishingRow } from './publishing.ts'
import type { Row } from './report.ts'

const PHOTO = join(import.meta.dirname, '../demo/photos/paul-weaver-1120584-unsplash.jpg')
const MEGABYTE = 1024 * 1024
const ROUNDS = 7
/** Size of the market that people browse during uploads. */
const PRODUCTS = 5000
const UPLOADERS = 20
const BROWSERS = 4
const BROWSE_SECONDS = 15
const POLL_MILLISECONDS = 20
/** Upload speed of a phone on a good network: 8 Mbit/s, in pieces. */
const PIECES_PER_SECOND = 16
const PIECE_BYTES = MEGABYTE / PIECES_PER_SECOND

/** A photo of about 9 MB as an upright phone of 12 megapixels takes it, with the grain of a sensor. */
export async function phonePhoto(): Promise<Uint8Array<ArrayBuffer>> {
  const [width, height] = [4000, 3000]
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const grain = await sharp({ create: { width, height, channels: 3, background: '#808080', noise } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  const scene = sharp(readFileSync(PHOTO))
    .resize({ width, height, fit: 'cover' })
    .composite([{ input: grain, blend: 'soft-light' }])
  const bytes = await scene
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '5/1 36/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 97, chromaSubsampling: '4:2:0' })
    .toBuffer()
  return new Uint8Array(bytes)
}

/** Signs in people who may send photos; returns their access tokens. */
async function signInSellers(db: Database, key: Uint8Array): Promise<string[]> {
  const { sign } = createAccessTokens(secretsFrom(key))
  const ids = Array.from({ length: UPLOADERS }, () => randomUUID())
  const email = (id: string) => `${id}@example.com`
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  await db
    .insertInto('profiles')
    // Older accounts, so that they may list as many as the row needs.
    .values(ids.map((id) => ({ id, email: email(id), created_at: new Date(0).toISOString() })))
    .execute()
  await db
    .insertInto('accounts')
    .values(ids.map((id) => ({ id, email: email(id) })))
    .execute()
  const sessions = await db
    .insertInto('sessions')
    .values(ids.map((id) => ({ account_id: id, device_name: 'Phone', expires_at: tomorrow })))
    .returning(['id', 'account_id'])
    .execute()
  const tokens = sessions.map(({ id, account_id }) => sign({ id: account_id, sessionId: id }))
  return (await Promise.all(tokens)).map(({ token }) => token)
}

interface Sending {
  site: Site
  token: string
  photo: Uint8Array<ArrayBuffer>
}

async function send({ site, token }: Sending, body: BodyInit): Promise<OwnPhoto> {
  const request = { method: 'PUT', headers: { Authorization: `Bearer ${token}` }, body, duplex: 'half' }
  const reply = await fetch(`${site.url}${PHOTO_UPLOAD_PATH}/${randomUUID()}?name=IMG.jpg`, request)
  if (!reply.ok) throw new Error(`Sending a photo answered ${reply.status}: ${await reply.text()}`)
  return (await reply.json()) as OwnPhoto
}

async function call<Result>({ site, token }: Sending, method: string, path: string): Promise<Result> {
  const reply = await fetch(site.url + path, { method, headers: { Authorization: `Bearer ${token}` } })
  if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}`)
  return (await reply.json()) as Result
}

/** Seconds from the end of an upload until its seller sees the photo. */
async function readySeconds(sending: Sending): Promise<number> {
  const { id } = await send(sending, sending.photo)
  const started = performance.now()
  for (;;) {
    const { photos } = await call<{ photos: OwnPhoto[] }>(sending, 'GET', PHOTO_UPLOAD_PATH)
    if (photos.find((own) => own.id === id)?.state === 'ready') break
    await sleep(POLL_MILLISECONDS)
  }
  const seconds = (performance.now() - started) / 1000
  await call(sending, 'DELETE', `${PHOTO_UPLOAD_PATH}/${id}`)
  return seconds
}

/** Peak memory of the process that decodes and encodes, in MB; undefined if Linux does not report it. */
async function encoderMegabytes(photo: Uint8Array): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined
  let pid = 0
  const images = createImageProcessor({ onStart: (started) => (pid = started) })
  try {
    for (let round = 0; round < ROUNDS; round++) await images.process(photo)
    return megabytesOf(pid, 'VmHWM')
  } finally {
    await images.close()
  }
}

const browse = (site: Site) =>
  measure({
    origin: site.url,
    paths: ['/products', '/api/products', '/', '/api/featured'],
    clients: BROWSERS,
    seconds: BROWSE_SECONDS,
  })

/** Sends the photo at a phone's speed. */
function paced(photo: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream({
    async pull(controller) {
      await sleep(1000 / PIECES_PER_SECOND)
      controller.enqueue(photo.subarray(at, at + PIECE_BYTES))
      at += PIECE_BYTES
      if (at >= photo.length) controller.close()
    },
  })
}

/** Measures browsing while twenty people send photos one after another. */
async function browseWhileSending(site: Site, sendings: Sending[]) {
  const end = new AbortController()
  const sent = Promise.all(
    sendings.map(async (sending) => {
      while (!end.signal.aborted) await send(sending, paced(sending.photo))
    }),
  )
  try {
    return await Promise.race([
      browse(site),
      sent.then(() => Promise.reject(new Error('All uploads have ended'))),
    ])
  } finally {
    end.abort()
    await sent
  }
}

async function siteRows(site: Site, sendings: Sending[]): Promise<Row[]> {
  const [first] = sendings
  if (!first) throw new Error('There are no uploads')
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) times.push(await readySeconds(first))
  await browse(site)
  const idle = await browse(site)
  const busy = await browseWhileSending(site, sendings)
  return [
    { name: '9 MB photo, sent to ready', figure: median(times), unit: 's', atMost: 3 },
    {
      name: `browse beside ${UPLOADERS} uploads`,
      speed: busy,
      figure: busy.p99 / idle.p99,
      unit: 'of idle p99',
      atMost: 2,
    },
  ]
}

/** Measures how fast listings and phone photos are published in a new market. */
export async function photoRows(port: number): Promise<Row[]> {
  const photo = await phonePhoto()
  await using database = await openBenchDatabase(PRODUCTS)
  const key = randomBytes(32)
  await using db = connect(database.url)
  using folder = temporaryFolder('photos')
  const settings = { SECRET_KEY: key.toString('base64') }
  const starting = { port, dataDir: folder.path, databaseUrl: database.url, demo: false, settings }
  await using site = await startSite(starting)
  const tokens = await signInSellers(db, key)
  const sendings = tokens.map((token) => ({ site, token, photo }))
  const rows = [await publishingRow({ site, db, tokens }), ...(await siteRows(site, sendings))]
  const megabytes = await encoderMegabytes(photo)
  if (megabytes === undefined) return rows
  return [...rows, { name: 'encoding it, memory', figure: megabytes, unit: 'MB', atMost: 250 }]
}
