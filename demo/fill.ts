import type { Context } from '#server/context.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { demoId } from './demo-id.ts'
import { type PhotoStoring, storePhotos } from './demo-photos.ts'
import type { DemoPerson, DemoProduct, DemoConversation } from './demo-types.ts'
import { insertMarket, isMarketEmpty, type NamedProduct } from './insert-market.ts'
import { DEMO_PRODUCTS } from './market.ts'
import { DEMO_MODERATION } from '#demo/moderation/moderation.ts'
import type { DemoModeration } from '#demo/moderation/moderation-types.ts'
import { DEMO_PASSWORD, DEMO_PEOPLE } from './people.ts'
import { DEMO_CONVERSATIONS } from './conversations.ts'

export interface FillDemo extends PhotoStoring {
  db: Database
  hashPassword: (password: string) => Promise<string>
  /** The site's own secrets, which encrypt the second factor of the staff. */
  secrets: Context['secrets']
  products?: DemoProduct[]
  people?: DemoPerson[]
  /** Conversations about other products are left out. */
  conversations?: DemoConversation[]
  moderation?: DemoModeration
}

/**
 * Fills a market without products, and leaves any other unchanged. Returns whether it filled it. Photos come
 * first, then all rows in one transaction: after an interruption, the next call writes the same files again
 * and leaves none behind.
 */
export async function fillDemo(options: FillDemo): Promise<boolean> {
  const {
    db,
    report,
    signal,
    products = DEMO_PRODUCTS,
    people = DEMO_PEOPLE,
    conversations = DEMO_CONVERSATIONS,
    moderation = DEMO_MODERATION,
  } = options
  if (!(await isMarketEmpty(db))) return false

  const named = products.map(toNamed)
  const doubtful = moderation.listings.map(toNamed)
  const stored = await storePhotos(foldersOfPhotos([...named, ...doubtful]), options)
  signal?.throwIfAborted()

  const passwordHash = await options.hashPassword(DEMO_PASSWORD)
  const filled = await insertMarket(db, {
    products: [...named, ...doubtful],
    doubtful,
    people,
    conversations: [...conversations, ...moderation.conversations],
    cases: moderation.cases,
    stored,
    passwordHash,
    secrets: options.secrets,
    now: Date.now(),
  })
  if (filled) report(`The demo market is open: ${products.length} listings of ${people.length} people.`)
  return filled
}

function toNamed(product: DemoProduct): NamedProduct {
  const id = demoId(`product ${product.seller} ${product.title}`, product.ageHours)
  return { ...product, id, photoFolder: `product-images/${id}` }
}

function foldersOfPhotos(products: { photos: string[]; photoFolder: string }[]): Map<string, string[]> {
  const folders = new Map<string, string[]>()
  for (const { photos, photoFolder } of products) {
    for (const name of photos) folders.set(name, [...(folders.get(name) ?? []), photoFolder])
  }
  return folders
}
