import type { Database } from '#server/db/connect.ts'
import type { Storage } from '#server/storage/storage.ts'
import { HELD, selectAvatar, selectPhotos } from './held-queries.ts'
import { selectSentPhotos } from './held-talk-queries.ts'
import { readableFilesOf } from './picture-files.ts'
import type { ZipEntry } from './zip.ts'

async function* bytesOf(text: string) {
  yield new TextEncoder().encode(text)
}

async function pictureEntry(storage: Storage, name: string, src: string): Promise<ZipEntry | undefined> {
  for (const key of readableFilesOf(src)) {
    const found = await storage.read(key)
    if (found) return { name, content: found.stream, isText: false }
  }
  return undefined
}

/** Everything that the site holds about a person: a JSON file for each table, and their pictures. */
export async function* heldData(
  { db, storage }: { db: Database; storage: Storage },
  personId: string,
): AsyncGenerator<ZipEntry> {
  for (const [table, rowsOf] of Object.entries(HELD)) {
    const rows = await rowsOf(db, personId)
    yield { name: `${table}.json`, content: bytesOf(JSON.stringify(rows, null, 2)), isText: true }
  }
  const avatar = await selectAvatar(db, personId)
  const picture = avatar === null ? undefined : await pictureEntry(storage, 'profile-picture.jpg', avatar)
  if (picture) yield picture
  for (const { product_id, position, image_url } of await selectPhotos(db, personId)) {
    const photo = await pictureEntry(storage, `photos/${product_id}/${position + 1}.jpg`, image_url)
    if (photo) yield photo
  }
  for (const { conversation_id, seq, image_url } of await selectSentPhotos(db, personId)) {
    const photo = await pictureEntry(storage, `messages/${conversation_id}/${seq}.jpg`, image_url)
    if (photo) yield photo
  }
}
