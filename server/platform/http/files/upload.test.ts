import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { addressReader } from '#server/platform/http/client-address.ts'
import { createBareApp, type Injected } from '#testing/injected.ts'
import { addUploads } from '#server/platform/http/routes.ts'
import { NOBODY } from '#testing/accounts/nobody.ts'
import { createUploads } from './upload.ts'

const LIMIT = { mostBytes: 1000, tooLarge: 'picture-too-large', checkStart: () => undefined } as const

let root: string
let app: Injected
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'uploads-'))
  const uploads = createUploads({
    addressOf: addressReader([]),
    folder: join(root, 'new'),
    pace: { milliseconds: 200, bytes: 10 },
  })
  const bare = await createBareApp()
  await addUploads(
    bare,
    { ...NOBODY, authenticate: async (person = '') => ({ id: person, sessionId: '' }) },
    [
      {
        path: '/whole',
        status: 200,
        handle: (request, { id }) => uploads.whole(request, id, LIMIT, async (bytes) => `${bytes.length}`),
      },
      {
        path: '/stream',
        status: 200,
        handle: (request, { id }) =>
          uploads.stream(request, id, LIMIT, async (pieces) => {
            let size = 0
            for await (const piece of pieces) size += piece.length
            return `${size}`
          }),
      },
    ],
  )
  app = bare
})
afterEach(() => rm(root, { recursive: true }))

async function put(path: string, body: BodyInit, address = '198.51.100.1') {
  const [, kind = '', person = ''] = path.split('/')
  const response = await app.request(
    `/${kind}`,
    { method: 'PUT', body, headers: { Authorization: person } },
    address,
  )
  return { status: response.status, text: await response.text() }
}

/** An endless body that sends a byte at this interval. */
function trickle(milliseconds: number) {
  let timer: ReturnType<typeof setInterval>
  return new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new Uint8Array(1))
      timer = setInterval(() => controller.enqueue(new Uint8Array(1)), milliseconds)
    },
    cancel: () => clearInterval(timer),
  })
}

const KINDS = ['whole', 'stream']

it.each(KINDS)('%s: a body within its limits is accepted', async (kind) => {
  expect(await put(`/${kind}/ama`, new Uint8Array(900))).toEqual({ status: 200, text: '900' })
  expect(await put(`/${kind}/ama`, new Uint8Array(0))).toEqual({ status: 200, text: '0' })
  expect((await put(`/${kind}/ama`, new Uint8Array(1001))).status).toBe(413)
})

it.each(KINDS)('%s: a sender that stalls or trickles is cut off', async (kind) => {
  const replies = await Promise.all([60_000, 40].map((pause) => put(`/${kind}/ama`, trickle(pause))))
  expect(replies.map(({ status }) => status)).toEqual([408, 408])
})

it.each([
  ['whole', 6],
  ['stream', 24],
])('%s: one person has a limited number of uploads, without delays for others', async (kind, most) => {
  const stalled = Array.from({ length: most + 4 }, () => put(`/${kind}/ama`, trickle(60_000)))
  expect(await put(`/${kind}/kofi`, new Uint8Array(3))).toEqual({ status: 200, text: '3' })
  const statuses = (await Promise.all(stalled)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 429)).toHaveLength(4)
  expect(await put(`/${kind}/ama`, new Uint8Array(3))).toEqual({ status: 200, text: '3' })
})

it('one address has a limited number of uploads across people', async () => {
  const stalled = Array.from({ length: 105 }, (_, index) => put(`/whole/person-${index}`, trickle(60_000)))
  expect((await put('/whole/kofi', new Uint8Array(3), '203.0.113.4')).status).toBe(200)
  const statuses = (await Promise.all(stalled)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 429)).toHaveLength(5)
})

it('an upload has no name on the disk, and a disk error is reported', async () => {
  const sending = put('/whole/ama', trickle(60_000))
  await expect.poll(() => readdir(root)).toEqual(['new'])
  await sending
  expect(await readdir(join(root, 'new'))).toEqual([])
  await rm(join(root, 'new'), { recursive: true })
  await writeFile(join(root, 'new'), 'in the way')
  expect((await put('/whole/ama', new Uint8Array(3))).status).toBe(503)
})
