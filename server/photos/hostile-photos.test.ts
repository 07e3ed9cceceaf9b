import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { insertAccounts, signIn } from '#testing/accounts/accounts.ts'
import { createTestApp } from '#testing/app.ts'
import { readClean } from '#testing/pictures/clean-picture.ts'
import { HOSTILE_PICTURES, TRACE } from '#testing/pictures/hostile-pictures.ts'
import { openPhotoFolder, outcomeOf, uploadOf } from '#testing/pictures/photos.ts'
import { plainPicture } from '#testing/pictures/pictures.ts'
import { insertProduct } from '#testing/market/products.ts'
import { serveApp, type ServedApp } from '#testing/scale/serve-app.ts'
import { until } from '#testing/until.ts'
import { setUp } from '#testing/set-up.ts'

let served: ServedApp
let token: string
let product: string

const folder = setUp(openPhotoFolder)
const test = setUp(() => createTestApp({ storage: folder.storage }))
beforeAll(async () => {
  await insertAccounts(test.db)
  token = (await signIn(test, 'ama')).token ?? ''
  served = await serveApp(test)
})
afterAll(() => served.close())
beforeEach(async () => {
  await test.db.deleteFrom('rate_limits').execute()
  product = await insertProduct(test.db, { status: 'draft' })
})

const send = (bytes: BodyInit, name?: string, extra: object = {}) => {
  const [path, init] = uploadOf(token, { bytes, name, product })
  return fetch(served.origin + path, { ...init, ...extra })
}

/** The outcome of an upload, which is refused at once or during the preparation. */
async function fateOf(response: Response): Promise<string> {
  const outcome = await outcomeOf(response)
  if (response.status !== 202) return outcome
  await test.jobs.settled()
  const upload = await test.db
    .selectFrom('photo_uploads')
    .select('refusal')
    .where('product_id', '=', product)
    .executeTakeFirst()
  return upload ? (upload.refusal ?? 'preparing') : 'ready'
}

const rest = async () => {
  await test.jobs.settled()
  return (await folder.files()).filter((key) => !key.startsWith('product-images/'))
}
const stored = async () => (await folder.files()).filter((key) => key.includes(product))

it(`there are ${HOSTILE_PICTURES.length} hostile or unusual pictures`, () => {
  expect(HOSTILE_PICTURES.length).toBeGreaterThanOrEqual(60)
})

it.each(HOSTILE_PICTURES)('the outcome is as expected: %s', async (_, bytes, fate, name) => {
  expect(await fateOf(await send(new Uint8Array(await bytes()), name))).toBe(fate)
  const files = await stored()
  expect(files).toHaveLength(fate === 'ready' ? 6 : 0)
  for (const key of files) await readClean(folder.storage, key, TRACE)
  expect(await rest()).toEqual([])
})

it('a body of more than 10 MB without a length is cut off', async () => {
  const start = new Uint8Array(await plainPicture(40, 40).jpeg().toBuffer())
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(sent === 0 ? start : new Uint8Array(64 * 1024))
      sent += 64 * 1024
      if (sent > 12 * 1024 * 1024) controller.close()
    },
  })
  expect(await outcomeOf(await send(body, undefined, { duplex: 'half' }))).toBe('picture-too-large')
  expect(await rest()).toEqual([])
})

const receiving = () =>
  test.db.selectFrom('photo_uploads').select('id').where('state', '=', 'receiving').execute()

/**
 * Sends bytes that no HTTP client would send, and reads until the other side ends. `close` breaks off after the
 * reception began.
 */
async function sendRaw(headers: string[], body: Uint8Array, { close = false } = {}): Promise<string> {
  const { hostname, port } = new URL(served.origin)
  const [path] = uploadOf(token, { bytes: '', product })
  const socket = connect(Number(port), hostname)
  let reply = ''
  socket.on('data', (piece: Buffer) => (reply += piece.toString()))
  socket.on('error', () => undefined)
  const lines = [`PUT ${path} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${token}`, ...headers]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  socket.write(body)
  const closed = once(socket, 'close')
  if (close) {
    await until(async () => (await receiving()).length === 1)
    socket.end()
  }
  await closed
  return reply
}

it('a body shorter than its length leaves nothing', async () => {
  const bytes = await plainPicture(400, 400).jpeg().toBuffer()
  await sendRaw([`Content-Length: ${bytes.length + 5000}`], bytes, { close: true })
  await expect.poll(receiving).toEqual([])
  expect(await rest()).toEqual([])
  expect(await stored()).toEqual([])
})

it('a body longer than its length makes a damaged picture', async () => {
  const bytes = await plainPicture(400, 400).png({ compressionLevel: 0 }).toBuffer()
  const reply = await sendRaw(['Content-Length: 2000', 'Connection: close'], bytes.subarray(0, 2000))
  expect(reply).toContain('HTTP/1.1 202')
  await test.jobs.settled()
  const rows = await test.db
    .selectFrom('photo_uploads')
    .select('refusal')
    .where('product_id', '=', product)
    .execute()
  expect(rows).toEqual([{ refusal: 'picture-damaged' }])
})

it('a length of 50 MB is refused before the body is sent', async () => {
  const reply = await sendRaw([`Content-Length: ${50 * 1024 * 1024}`, 'Connection: close'], new Uint8Array(0))
  expect(reply).toContain('HTTP/1.1 413')
})
