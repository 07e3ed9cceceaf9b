import { join } from 'node:path'
import { type FillDemo, fillDemo } from '#demo/fill.ts'
import type { DemoProduct } from '#demo/demo-types.ts'
import { DEMO_PRODUCTS } from '#demo/market.ts'
import { DEMO_MODERATION } from '#demo/moderation/moderation.ts'
import { connect, type Database } from '#server/platform/db/connect.ts'
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { openDiskStorage } from '#server/platform/storage/disk-storage.ts'
import { prepareDatabase } from '#server/prepare-database.ts'
import { cheapHash } from '#testing/accounts/cheap-passwords.ts'

/** Encoding all of the market's photos takes a minute; for tests, products may share them. */
const DISTINCT_PHOTOS = 6

function withFewPhotos(products: DemoProduct[]): DemoProduct[] {
  const names = [...new Set(DEMO_PRODUCTS.flatMap(({ photos }) => photos))].slice(0, DISTINCT_PHOTOS)
  return products.map((product, index) => ({
    ...product,
    photos: product.photos.map((_, position) => names[(index + position) % names.length] ?? ''),
  }))
}

export type { Database }

interface Filling extends Partial<Pick<FillDemo, 'products' | 'people' | 'conversations' | 'moderation'>> {
  secrets: FillDemo['secrets']
  /** Cache folder of encoded photos. */
  encodedDir?: string
  /** Inserts further rows before the site starts. */
  andThen?: (db: Database) => Promise<unknown>
}

/** Fills a data folder as a demo market's first start does, with few distinct photos by default. */
export async function fillMarket(
  dataDir: string,
  { encodedDir, andThen, ...filling }: Filling,
): Promise<void> {
  const postgres = await startEmbedded({ dataDir })
  try {
    await prepareDatabase(postgres.url)
    const db = connect(postgres.url)
    const storage = await openDiskStorage(join(dataDir, 'photos'))
    const encoded = encodedDir === undefined ? undefined : await openDiskStorage(encodedDir)
    const listings = withFewPhotos(DEMO_MODERATION.listings)
    const market = {
      products: withFewPhotos(DEMO_PRODUCTS),
      moderation: { ...DEMO_MODERATION, listings },
      ...filling,
    }
    await fillDemo({ db, storage, encoded, hashPassword: cheapHash, report: () => undefined, ...market })
    await andThen?.(db)
    await db.destroy()
  } finally {
    await postgres.stop()
  }
}
