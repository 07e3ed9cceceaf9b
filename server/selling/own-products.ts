import { PRODUCTS_PER_PAGE } from '#contract/limits.ts'
import type { OwnProduct, OwnProductCard } from '#contract/selling.ts'
import { AppError } from '#server/app-error.ts'
import { newestPage, parseNewestCursor } from '#server/db/newest-page.ts'
import { sellerName } from '#server/sellers/seller.ts'
import { toForm } from './form-columns.ts'
import { type OwnCardRow, selectDrafts, selectPublished } from './list-queries.ts'
import { type OwnRow, selectOwn, selectPerson } from './queries.ts'
import type { SellingParts } from './selling-parts.ts'

/** Another's product and one that does not exist are the same to whoever asks. */
export function requireOwn(row: OwnRow | undefined): OwnRow {
  if (!row) throw new AppError('product-not-found')
  return row
}

export type OwnProducts = ReturnType<typeof ownProducts>

const isDraft = (row: { status: string }) => row.status === 'draft'

export function ownProducts({ db, photos }: Pick<SellingParts, 'db' | 'photos'>) {
  const photoOf = (row: OwnCardRow): OwnProductCard['photo'] =>
    row.image_url === null
      ? null
      : {
          src: isDraft(row) ? photos.signed(row.image_url) : row.image_url,
          width: row.width,
          height: row.height,
          thumbhash: row.thumbhash,
        }

  const toCard = (row: OwnCardRow): OwnProductCard => ({
    id: row.id,
    title: row.title,
    description: row.description,
    price: row.price === null ? null : Number(row.price),
    condition: row.condition as OwnProductCard['condition'],
    category: row.category,
    status: row.status as OwnProductCard['status'],
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    photo: photoOf(row),
    figures: { views: row.views, favourites: row.favourites, conversations: row.conversations },
  })

  async function buyerOf(row: OwnRow): Promise<OwnProduct['buyer']> {
    const person = row.buyer_id === null ? undefined : await selectPerson(db, row.buyer_id)
    return person ? { id: person.id, name: sellerName(person) } : null
  }

  return {
    /** As the form shows it. Refused with `product-not-found`. */
    async read(sellerId: string, id: string): Promise<OwnProduct> {
      const row = requireOwn(await selectOwn(db, sellerId, id))
      return {
        id: row.id,
        status: row.status as OwnProduct['status'],
        version: row.version,
        form: toForm(row),
        photos: await photos.ownPhotos(db, sellerId, id),
        buyer: await buyerOf(row),
        createdAt: row.created_at,
        updatedAt: row.updated_at,
      }
    },
    async list(sellerId: string, { drafts, cursor }: { drafts: boolean; cursor: string | undefined }) {
      const select = drafts ? selectDrafts : selectPublished
      const rows = await select(db, sellerId, parseNewestCursor(cursor), PRODUCTS_PER_PAGE + 1)
      const placed = rows.map((row) => ({
        id: row.id,
        created_at: drafts ? row.updated_at : row.created_at,
        card: toCard(row),
      }))
      return newestPage(placed, PRODUCTS_PER_PAGE, ({ card }) => card)
    },
  }
}
