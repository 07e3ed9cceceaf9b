import { afterEach, beforeEach, expect, it } from 'vitest'
import type { OwnPhoto } from '#contract/photos/photo-uploads.ts'
import { insertAccounts, signIn } from '#testing/accounts/accounts.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import type { TestClient } from '#testing/anonymous-client.ts'
import { openPhotoFolder, type PhotoFolder, sendPhoto } from '#testing/pictures/photos.ts'
import { plainPicture } from '#testing/pictures/pictures.ts'

let folder: PhotoFolder
let test: TestApp
let picture: Uint8Array<ArrayBuffer>
/** Ids of unassigned photos in the order of their preparation. */
let prepared: string[]
let begun: PromiseWithResolvers<void>
let mayContinue: PromiseWithResolvers<void>

beforeEach(async () => {
  folder = await openPhotoFolder()
  prepared = []
  begun = Promise.withResolvers()
  mayContinue = Promise.withResolvers()
  const storage = {
    ...folder.storage,
    async read(key: string) {
      begun.resolve()
      await mayContinue.promise
      return folder.storage.read(key)
    },
    async put(...[key, content, contentType]: Parameters<typeof folder.storage.put>) {
      const id = /^product-images\/([^/]+)\//.exec(key)?.[1]
      if (id && !prepared.includes(id)) prepared.push(id)
      return folder.storage.put(key, content, contentType)
    },
  }
  test = await createTestApp({ storage })
  await insertAccounts(test.db)
  picture = new Uint8Array(await plainPicture(40, 30).jpeg().toBuffer())
})
afterEach(async () => {
  await test.close()
  await folder.close()
})

async function send({ token }: TestClient): Promise<string> {
  const reply = await sendPhoto(test.app, token, { bytes: picture })
  const { id } = (await reply.json()) as OwnPhoto
  return id
}

it('the preparation alternates between people with waiting photos', async () => {
  const ama = await signIn(test, 'ama')
  const kofi = await signIn(test, 'kofi')
  const ofAma = [await send(ama)]
  await begun.promise
  for (let more = 0; more < 3; more++) ofAma.push(await send(ama))
  const ofKofi = [await send(kofi), await send(kofi)]
  mayContinue.resolve()
  await test.jobs.settled()
  expect(prepared).toEqual([ofAma[0], ofKofi[0], ofAma[1], ofKofi[1], ofAma[2], ofAma[3]])
}, 30_000)
