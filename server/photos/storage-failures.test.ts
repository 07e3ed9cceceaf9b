import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { defineJob } from '#server/platform/jobs/job-kind.ts'
import { StorageError } from '#server/platform/errors/storage-error.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { insertAccounts, signIn } from '#testing/accounts/accounts.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import type { TestClient } from '#testing/anonymous-client.ts'
import { openPhotoFolder, outcomeOf, type PhotoFolder, sendPhoto } from '#testing/pictures/photos.ts'
import { plainPicture } from '#testing/pictures/pictures.ts'

let folder: PhotoFolder
let test: TestApp
let ama: TestClient
let picture: Uint8Array<ArrayBuffer>
/** Prefix of the keys that cannot be written because the disk is full. */
let full: string | undefined
/** Bytes written before the disk was full. */
let taken = 0

beforeAll(async () => {
  const storage: Storage = {
    read: (key) => folder.storage.read(key),
    remove: (key) => folder.storage.remove(key),
    removeAbandoned: async () => folder.storage.removeAbandoned?.(),
    async put(key, content, contentType) {
      if (full === undefined || !key.startsWith(full)) return folder.storage.put(key, content, contentType)
      // Reads the content first because a disk fills up during a write.
      if (!(content instanceof Uint8Array)) for await (const piece of content) taken += piece.byteLength
      throw new StorageError('full', 'ENOSPC: no space left on device, write')
    },
  }
  test = await createTestApp({ storage })
  await insertAccounts(test.db)
  ama = await signIn(test, 'ama')
  picture = new Uint8Array(await plainPicture(40, 30).jpeg().toBuffer())
})
afterAll(() => test.close())
beforeEach(async () => {
  folder = await openPhotoFolder()
  full = undefined
  taken = 0
})
afterEach(async () => {
  await test.jobs.settled()
  await sql`delete from pgboss.job`.execute(test.db)
  await test.db.deleteFrom('photo_uploads').execute()
  await test.db.deleteFrom('rate_limits').execute()
  await folder.close()
})

const send = (clientKey: string) => sendPhoto(test.app, ama.token, { bytes: picture, clientKey })
const uploads = () => test.db.selectFrom('photo_uploads').select(['state']).execute()
const age = (interval: string) =>
  sql`update photo_uploads set updated_at = now() - ${interval}::interval`.execute(test.db)
/** Runs delayed jobs now. */
const letTimePass = async () => {
  await sql`update pgboss.job set start_after = now() where state = 'created'`.execute(test.db)
  await test.jobs.settled()
}
const cleanUp = async () => {
  await test.jobs.enqueue(test.db, defineJob('photos-clean-up'), {})
  await test.jobs.settled()
  await letTimePass()
}

describe('a full disk', () => {
  it('refuses a received photo, stores nothing, and allows it to be sent again', async () => {
    full = 'quarantine/'
    const clientKey = randomUUID()
    const refused = await send(clientKey)
    expect([refused.status, await outcomeOf(refused)]).toEqual([503, 'storage-full'])
    expect(taken).toBe(picture.length)
    expect(await uploads()).toEqual([])
    full = undefined
    expect((await send(clientKey)).status).toBe(202)
    await test.jobs.settled()
    expect(await uploads()).toEqual([{ state: 'ready' }])
  })

  it('delays the preparation of a photo', async () => {
    full = 'product-images/'
    await send(randomUUID())
    await test.jobs.settled()
    await letTimePass()
    expect(await uploads()).toEqual([{ state: 'waiting' }])
    expect(await folder.files()).toHaveLength(1)
    full = undefined
    await letTimePass()
    expect(await uploads()).toEqual([{ state: 'ready' }])
    expect(await folder.files()).toHaveLength(6)
  })

  it('keeps the priority of each photo', async () => {
    full = 'product-images/'
    for (let photo = 0; photo < 3; photo++) await send(randomUUID())
    await test.jobs.settled()
    const { rows } = await sql`
      select priority from pgboss.job where name = 'prepare-photo' and state = 'created' order by priority desc`.execute(
      test.db,
    )
    expect(rows).toEqual([{ priority: 0 }, { priority: -1 }, { priority: -2 }])
  })
})

describe('the clean-up', () => {
  it('keeps recent uploads', async () => {
    await send(randomUUID())
    await test.jobs.settled()
    await cleanUp()
    expect(await uploads()).toEqual([{ state: 'ready' }])
    expect(await folder.files()).toHaveLength(6)
  })

  it('deletes unassigned photos after seven days, with files and folders', async () => {
    await send(randomUUID())
    await test.jobs.settled()
    await age('6 days 23 hours')
    await cleanUp()
    expect(await uploads()).toHaveLength(1)
    await age('7 days 1 minute')
    await cleanUp()
    expect(await uploads()).toEqual([])
    expect(await folder.folders()).toEqual(['.incoming', 'product-images', 'quarantine'].toSorted())
    expect(await folder.files()).toEqual([])
  })

  it('deletes refused photos after a day', async () => {
    const damaged = picture.subarray(0, 100)
    await sendPhoto(test.app, ama.token, { bytes: damaged })
    await test.jobs.settled()
    await age('23 hours')
    await cleanUp()
    expect(await uploads()).toEqual([{ state: 'refused' }])
    await age('25 hours')
    await cleanUp()
    expect(await uploads()).toEqual([])
  })

  it('deletes files that a killed process received but did not accept', async () => {
    await send(randomUUID())
    await test.jobs.settled()
    const { attempt } = await test.db
      .updateTable('photo_uploads')
      .set({ state: 'receiving' })
      .returning('attempt')
      .executeTakeFirstOrThrow()
    await folder.storage.put(`quarantine/${attempt}`, picture, 'application/octet-stream')
    await cleanUp()
    expect(await uploads()).toHaveLength(1)
    await age('61 minutes')
    await cleanUp()
    expect(await uploads()).toEqual([])
    expect(await folder.files()).toEqual([])
  })

  it('restarts overdue preparations', async () => {
    full = 'product-images/'
    await send(randomUUID())
    await test.jobs.settled()
    await sql`delete from pgboss.job where name = 'prepare-photo'`.execute(test.db)
    full = undefined
    await age('2 hours')
    await cleanUp()
    expect(await uploads()).toEqual([{ state: 'ready' }])
  })
})

it('a photo is refused if its received file is missing', async () => {
  full = 'product-images/'
  await send(randomUUID())
  await test.jobs.settled()
  for (const key of await folder.files()) await folder.storage.remove(key)
  full = undefined
  await letTimePass()
  expect(await uploads()).toEqual([{ state: 'refused' }])
})

it('an account’s photos are deleted with it', async () => {
  const kofi = await signIn(test, 'kofi')
  await sendPhoto(test.app, kofi.token, { bytes: picture })
  await test.jobs.settled()
  full = 'product-images/'
  await sendPhoto(test.app, kofi.token, { bytes: picture })
  await test.jobs.settled()
  expect(await folder.files()).toHaveLength(7)
  await kofi.send('POST', '/api/account/reauthenticate', { password: 'Go-back-and-get-it-1' })
  expect((await kofi.send('POST', '/functions/v1/delete-user-account')).status).toBe(200)
  await test.jobs.settled()
  expect(await folder.files()).toEqual([])
})
