import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { makeBase } from '#server/platform/backup/base/base.ts'
import { openBackups } from '#server/platform/backup/repository/repository.ts'
import { restore } from '#server/platform/backup/restore/restore.ts'
import { verify } from '#server/platform/backup/restore/verify.ts'
import { PHOTOS } from '#server/platform/images/picture-files.ts'
import { openDiskStorage } from '#server/platform/storage/disk-storage.ts'
import { type BenchDatabase, openBenchDatabase } from '#bench/load/bench-database.ts'
import { temporaryFolder } from '#bench/load/temporary-folder.ts'
import type { Row } from './report.ts'

const PRODUCTS = 50_000
/** Number of files of a thousand listings with five photos in three widths. */
const FILES = 15_000
const FILE_BYTES = 30_000
const FILES_AT_ONCE = 50
/** Time that a site may be down without its database. */
const GOAL_SECONDS = 300

/** The pictures that the made-up listings share. */
async function sharedPictures(url: string): Promise<string[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query<{ src: string }>(
      'select distinct image_url as src from product_images',
    )
    return rows.map(({ src }) => `${src.slice(PHOTOS.length)}-640.avif`)
  } finally {
    await client.end()
  }
}

async function storeFiles({ dataDir, url }: BenchDatabase) {
  const storage = await openDiskStorage(join(dataDir, 'photos'))
  const shared = await sharedPictures(url)
  const keyOf = (index: number) => shared[index] ?? `product-images/${index % 1000}/${index}-640.avif`
  const store = (index: number) => storage.put(keyOf(index), randomBytes(FILE_BYTES), 'image/avif')
  for (let first = 0; first < FILES; first += FILES_AT_ONCE)
    await Promise.all(Array.from({ length: FILES_AT_ONCE }, (_, index) => store(first + index)))
  return storage
}

async function secondsOf<T>(work: () => Promise<T>): Promise<{ seconds: number; result: T }> {
  const startedAt = performance.now()
  const result = await work()
  return { seconds: (performance.now() - startedAt) / 1000, result }
}

/** Makes an encrypted base of this market and restores it. */
export async function restoreRows(database: BenchDatabase, products: number): Promise<Row[]> {
  const { dataDir, adminUrl } = database
  using scratch = temporaryFolder('backup')
  const folder = scratch.path
  const storage = await storeFiles(database)
  const key = randomBytes(32).toString('base64')
  const repository = await openBackups({
    setting: 'BACKUP_DIR',
    folder: join(folder, 'backup'),
    bucket: undefined,
    key,
    days: 14,
  })
  const base = await secondsOf(() => makeBase({ dataDir, adminUrl, storage }, repository))
  const again = await secondsOf(() => makeBase({ dataDir, adminUrl, storage }, repository))
  const back = await secondsOf(() => restore(repository, { dataDir: join(folder, 'restored') }))
  const looked = await secondsOf(() => verify(repository, again.result, { scratch: folder }))
  const gigabytes = (base.result.database.bytes / 1024 ** 3).toFixed(1)
  const of = `${products.toLocaleString('en')} products (${gigabytes} GB) and ${FILES.toLocaleString('en')} files`
  return [
    { name: `backup of ${of}`, ...base },
    { name: 'backup again, without the files', ...again },
    { name: `restore of ${of}`, ...back },
    { name: 'verification', ...looked },
  ].map(({ name, seconds }) => ({ name, figure: seconds, unit: 's', atMost: GOAL_SECONDS }))
}

export async function smallRestoreRows(): Promise<Row[]> {
  await using database = await openBenchDatabase(PRODUCTS)
  return await restoreRows(database, PRODUCTS)
}
