import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ProfileReply } from '#contract/accounts/profiles.ts'
import { openDiskStorage } from '#server/platform/storage/disk-storage.ts'
import { StorageError } from '#server/platform/errors/storage-error.ts'
import { insertAccounts, signIn } from '#testing/accounts/accounts.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import type { TestClient } from '#testing/anonymous-client.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { plainPicture } from '#testing/pictures/pictures.ts'

let root: string
let test: TestApp
let ama: TestClient
/** Number of files for which the disk has room. */
let room = Infinity

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'avatars-'))
  const disk = await openDiskStorage(root)
  const storage = {
    ...disk,
    async put(...file: Parameters<typeof disk.put>) {
      if (room === 0) throw new StorageError('full', 'ENOSPC: no space left on device, write')
      room -= 1
      return disk.put(...file)
    },
  }
  test = await createTestApp({ storage })
  await insertAccounts(test.db)
  ama = await signIn(test, 'ama')
})
afterAll(async () => {
  await test.close()
  await rm(root, { recursive: true, force: true })
})
beforeEach(() => test.db.deleteFrom('rate_limits').execute())

type Body = NonNullable<RequestInit['body']>

const upload = async (body: Body, headers: Record<string, string> = {}) =>
  test.app.request('/api/profile/avatar', {
    method: 'PUT',
    body,
    headers: { Authorization: `Bearer ${ama.token}`, 'Content-Type': 'image/jpeg', ...headers },
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  })

const picture = (colour = '#2050c0') => plainPicture(640, 480, colour).jpeg().toBuffer()
const bytesOf = (buffer: Buffer) => new Uint8Array(buffer)
const storedFiles = () => readdir(path.join(root, 'avatars')).catch(() => [])

async function codeOf(response: Response) {
  const { error } = (await response.json()) as { error: { code: string } }
  return [response.status, error.code]
}

describe("a person's picture", () => {
  it('is stored in small squares and shown with the person', async () => {
    const response = await upload(bytesOf(await picture()))
    expect(response.status).toBe(200)
    const { profile, user } = (await response.json()) as ProfileReply
    expect(profile.avatar).toMatch(new RegExp(`^/photos/avatars/[0-9a-f]{20}$`))
    expect(user.avatar).toBe(profile.avatar)
    const file = await test.app.request(`${profile.avatar}-96.jpg`)
    expect(file.headers.get('content-type')).toBe('image/jpeg')
    const { width, height, exif } = await sharp(await file.bytes()).metadata()
    expect([width, height, exif]).toEqual([96, 96, undefined])
    expect((await test.app.request(`${profile.avatar}-256.avif`)).status).toBe(200)
  })

  it('replaces the previous one, whose files are deleted', async () => {
    const first = ((await (await upload(bytesOf(await picture('#c02020')))).json()) as ProfileReply).profile
      .avatar
    const second = ((await (await upload(bytesOf(await picture('#c02020')))).json()) as ProfileReply).profile
      .avatar
    expect(second).not.toBe(first)
    await test.jobs.settled()
    expect((await test.app.request(`${first}-96.jpg`)).status).toBe(404)
    expect((await test.app.request(`${second}-96.jpg`)).status).toBe(200)
    expect(await storedFiles()).toHaveLength(4)
  })

  it('keeps the files of one of three simultaneous uploads', async () => {
    const bytes = bytesOf(await picture('#20c020'))
    const replies = await Promise.all([upload(bytes), upload(bytes), upload(bytes)])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    await test.jobs.settled()
    expect(await storedFiles()).toHaveLength(4)
    const { profile } = (await (await ama.send('GET', '/api/profile')).json()) as ProfileReply
    expect((await test.app.request(`${profile.avatar}-256.jpg`)).status).toBe(200)
  })

  it('can be removed, even if there is none', async () => {
    for (let time = 0; time < 2; time += 1) {
      const response = await ama.send('DELETE', '/api/profile/avatar')
      expect(response.status).toBe(200)
      expect(((await response.json()) as ProfileReply).profile.avatar).toBeNull()
    }
    await test.jobs.settled()
    expect(await storedFiles()).toEqual([])
  })
})

describe('a refused picture', () => {
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

  it.each([
    ['an SVG that is called a JPEG', SVG, 422, 'picture-unsupported-type'],
    ['a page', '<!doctype html><script>alert(1)</script>', 422, 'picture-not-an-image'],
    ['nothing', '', 422, 'picture-not-an-image'],
    ['a JPEG in name only', '\u00ff', 422, 'picture-not-an-image'],
    ['JSON', '{}', 422, 'picture-not-an-image'],
  ])('%s is refused', async (_name, body, status, code) => {
    expect(await codeOf(await upload(body))).toEqual([status, code])
  })

  it('half a picture is refused', async () => {
    const whole = await picture()
    expect(await codeOf(await upload(bytesOf(whole.subarray(0, whole.length / 2))))).toEqual([
      422,
      'picture-damaged',
    ])
  })

  it('a picture with too many pixels is refused', async () => {
    const bomb = await plainPicture(9000, 6000).png({ compressionLevel: 9 }).toBuffer()
    expect(await codeOf(await upload(bytesOf(bomb)))).toEqual([422, 'picture-too-many-pixels'])
  })

  it('a body of more than 10 MB is refused', async () => {
    const most = 10 * 1024 * 1024
    expect(await codeOf(await upload(new Uint8Array(most + 1)))).toEqual([413, 'picture-too-large'])
    // Exactly 10 MB are read, and then found to be no picture.
    expect(await codeOf(await upload(new Uint8Array(most)))).toEqual([422, 'picture-not-an-image'])
  })

  it('an endless body is cut off at the size limit', async () => {
    let sent = 0
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 65_536
        controller.enqueue(new Uint8Array(65_536))
      },
    })
    expect(await codeOf(await upload(endless))).toEqual([413, 'picture-too-large'])
    expect(sent).toBeLessThan(11 * 1024 * 1024)
  })

  it('a refused picture leaves no files and changes no profile', async () => {
    expect(await storedFiles()).toEqual([])
    const { profile } = (await (await ama.send('GET', '/api/profile')).json()) as ProfileReply
    expect(profile.avatar).toBeNull()
  })
})

describe('a full disk', () => {
  it('rejects the picture, stores nothing, and accepts it again later', async () => {
    const bytes = bytesOf(await picture())
    room = 2
    expect(await codeOf(await upload(bytes))).toEqual([503, 'storage-full'])
    expect(await storedFiles()).toEqual([])
    room = Infinity
    expect((await upload(bytes)).status).toBe(200)
  })
})

it('files of a picture that no profile shows are deleted after an hour', async () => {
  await upload(bytesOf(await picture()))
  const shown = await storedFiles()
  // A process that is killed before the profile shows the picture leaves this state.
  await test.db.updateTable('profiles').set({ avatar_url: null }).where('id', '=', PEOPLE.ama.id).execute()
  await upload(bytesOf(await picture('#20c020')))
  expect(await storedFiles()).toHaveLength(8)
  await sql`update pgboss.job set start_after = now() where name = 'remove-avatar'`.execute(test.db)
  await test.jobs.settled()
  expect(await storedFiles()).toHaveLength(4)
  expect(await storedFiles()).not.toEqual(expect.arrayContaining(shown))
})

describe('picture upload limits', () => {
  it('uploads need a session and are limited', async () => {
    const client = await upload('x', { Authorization: '' })
    expect(await codeOf(client)).toEqual([401, 'authentication-required'])
    for (let count = 0; count < 20; count += 1) expect((await upload('x')).status).toBe(422)
    expect((await upload('x')).status).toBe(429)
  })

  it('other endpoints accept small bodies only', async () => {
    const headers = { Authorization: `Bearer ${ama.token}`, 'Content-Type': 'application/json' }
    const body = new Uint8Array(100_000)
    const onOtherPath = await test.app.request('/api/profile', { method: 'PUT', body, headers })
    expect(onOtherPath.status).toBe(413)
    const byOtherMethod = await test.app.request('/api/profile/avatar', { method: 'POST', body, headers })
    expect(byOtherMethod.status).toBe(413)
  })
})
