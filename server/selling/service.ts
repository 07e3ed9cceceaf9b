import { PRODUCTS_PER_PAGE } from '#contract/limits.ts'
import type { OwnProduct, OwnProductCard } from '#contract/selling/selling.ts'
import type { Context } from '#server/context.ts'
import { findHold } from '#server/moderation/sanctions/service.ts'
import { listOwnPhotos } from '#server/photos/service.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { newestPage, parseNewestCursor } from '#server/platform/db/newest-page.ts'
import type { PhotoSigner } from '#server/platform/http/files/photo-signer.ts'
import { sellerName } from '#server/products/seller.ts'
import { isHidden } from '#server/products/visibility.ts'
import { toForm } from './form-columns.ts'
import { type OwnCardRow, selectDrafts, selectPublished } from './list-queries.ts'
import { requireOwn } from './own-product.ts'
import { type OwnRow, selectOwn, selectPerson } from './queries.ts'

export { deleteAnyProduct } from './deleting.ts'

function photoOf(row: OwnCardRow, signer: PhotoSigner): OwnProductCard['photo'] {
  if (row.image_url === null) return null
  const src = isHidden(row.status) ? signer.sign(row.image_url) : row.image_url
  return { src, width: row.width, height: row.height, thumbhash: row.thumbhash }
}

const toOwnCard = (row: OwnCardRow, signer: PhotoSigner): OwnProductCard => ({
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
  photo: photoOf(row, signer),
  figures: { views: row.views, favourites: row.favourites, conversations: row.conversations },
})

async function findBuyer(db: Database, row: OwnRow): Promise<OwnProduct['buyer']> {
  const person = row.buyer_id === null ? undefined : await selectPerson(db, row.buyer_id)
  return person ? { id: person.id, name: sellerName(person) } : null
}

/** The product as the form shows it. Throws product-not-found. */
export async function getOwnProduct(
  ctx: Pick<Context, 'db' | 'signer'>,
  { sellerId, id }: { sellerId: string; id: string },
): Promise<OwnProduct> {
  const row = requireOwn(await selectOwn(ctx.db, sellerId, id))
  return {
    id: row.id,
    status: row.status as OwnProduct['status'],
    version: row.version,
    form: toForm(row),
    photos: await listOwnPhotos(ctx, ctx.db, { sellerId, productId: id }),
    buyer: await findBuyer(ctx.db, row),
    hold: row.status === 'held' ? await findHold(ctx.db, row.id) : null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** Lists published products newest first, drafts last saved first. */
export async function listOwnProducts(
  { db, signer }: Pick<Context, 'db' | 'signer'>,
  { sellerId, drafts, cursor }: { sellerId: string; drafts: boolean; cursor: string | undefined },
): Promise<{ items: OwnProductCard[]; nextCursor: string | null }> {
  const select = drafts ? selectDrafts : selectPublished
  const rows = await select(db, sellerId, parseNewestCursor(cursor), PRODUCTS_PER_PAGE + 1)
  const items = rows.map((row) => ({
    id: row.id,
    created_at: drafts ? row.updated_at : row.created_at,
    row,
  }))
  return newestPage(items, PRODUCTS_PER_PAGE, ({ row }) => toOwnCard(row, signer))
}
