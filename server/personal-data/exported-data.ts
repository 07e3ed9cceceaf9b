import { AVATAR_WIDTHS, PHOTO_WIDTHS } from '#contract/limits.ts'
import type { Context } from '#server/context.ts'
import { keysOf } from '#server/platform/images/picture-files.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { EXPORTED_DATA, selectAvatar, selectLoosePhotos, selectPhotos } from './exported-queries.ts'
import { selectReportPictures } from './exported-moderation-queries.ts'
import { selectSentPhotos } from './exported-conversation-queries.ts'
import type { ExportedRows } from './exported-table.ts'
import { readme } from './readme.ts'
import type { ZipEntry } from './zip.ts'

const WIDEST_FIRST = [...PHOTO_WIDTHS, ...AVATAR_WIDTHS].toSorted((one, other) => other - one)

async function* bytesOf(text: string) {
  yield new TextEncoder().encode(text)
}

/** The JPEG of a picture, which any program can show. */
async function pictureEntry(storage: Storage, name: string, src: string): Promise<ZipEntry | undefined> {
  for (const key of keysOf(src, WIDEST_FIRST).filter((file) => file.endsWith('.jpg'))) {
    const found = await storage.read(key)
    if (found) return { name, content: found.stream, isText: false }
  }
  return undefined
}

/**
 * Everything that the site stores about a person: an overview, a JSON file for each table, and their
 * pictures.
 */
export async function* exportedData(
  { db, storage, site }: Pick<Context, 'db' | 'site' | 'storage'>,
  personId: string,
): AsyncGenerator<ZipEntry> {
  yield { name: 'README.txt', content: bytesOf(readme(site.siteName, new Date())), isText: true }
  for (const [table, { rowsOf }] of Object.entries<ExportedRows>(EXPORTED_DATA)) {
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
  for (const [index, { image_url }] of (await selectLoosePhotos(db, personId)).entries()) {
    const photo = await pictureEntry(storage, `photos/unassigned/${index + 1}.jpg`, image_url)
    if (photo) yield photo
  }
  for (const { name, image_url } of await selectSentPhotos(db, personId)) {
    const photo = await pictureEntry(storage, name, image_url)
    if (photo) yield photo
  }
  for (const { report_id, position, image_url } of await selectReportPictures(db, personId)) {
    const shown = await pictureEntry(storage, `reports/${report_id}/${position + 1}.jpg`, image_url)
    if (shown) yield shown
  }
}
