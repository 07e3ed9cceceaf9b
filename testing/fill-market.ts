import { join } from 'node:path'
import { createPasswords } from '#server/accounts/sessions/passwords.ts'
import { fillDemo } from '#demo/fill.ts'
import { DEMO_PRODUCTS } from '#demo/market.ts'
import { connect } from '#server/platform/db/connect.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { openDiskStorage } from '#server/platform/storage/disk-storage.ts'
import { prepareDatabase } from '#server/prepare-database.ts'

/** Encoding all of the market's 53 photos takes a minute; those of one product look like those of another. */
const DISTINCT_PHOTOS = 6

function productsWithFewPhotos() {
  const names = [...new Set(DEMO_PRODUCTS.flatMap(({ photos }) => photos))].slice(0, DISTINCT_PHOTOS)
  return DEMO_PRODUCTS.map((product, index) => ({
    ...product,
    photos: product.photos.map((_, position) => names[(index + position) % names.length] ?? ''),
  }))
}

/** Fills a data folder as the first start of a demo market does, but for the variety of its photos, unless wanted. */
export async function fillMarket(dataDir: string, { hasAllPhotos = false } = {}): Promise<void> {
  const postgres = await startEmbedded({ dataDir })
  try {
    await prepareDatabase(postgres.url)
    const db = connect(postgres.url)
    const storage = await openDiskStorage(join(dataDir, 'photos'))
    const products = hasAllPhotos ? DEMO_PRODUCTS : productsWithFewPhotos()
    const { hash: hashPassword } = createPasswords()
    await fillDemo({ db, storage, hashPassword, report: () => undefined, products })
    await db.destroy()
  } finally {
    await postgres.stop()
  }
}
