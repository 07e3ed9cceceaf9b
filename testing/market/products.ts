import type { Insertable } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'
import type { Products } from '#server/platform/db/schema.ts'
import { type Searched, searchColumns } from '#server/search/service.ts'
import { PEOPLE } from '#testing/accounts/people.ts'

type NewProduct = Partial<Insertable<Products>>

/** Inserts a product, by default Ama's; returns its id. */
export async function insertProduct(db: Database, product: NewProduct = {}): Promise<string> {
  const row = {
    title: 'Samsung Galaxy A54',
    description: 'Clean, with box and charger.',
    price: 1800,
    category_id: 'mobile',
    region: 'Greater Accra',
    location: 'Osu',
    seller_id: PEOPLE.ama.id,
    ...product,
  }
  const attributes =
    typeof row.attributes === 'string' ? (JSON.parse(row.attributes) as Searched['attributes']) : {}
  const { id } = await db
    .insertInto('products')
    .values({ ...row, ...searchColumns({ tags: [], ...row, attributes }) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Renames products behind the site's back: their titles and search documents change, but nothing is announced, so
 * caches keep the former titles. Without the documents, the job that writes missing ones would announce the change.
 */
export async function renameUnannounced(db: Database, title: string, ids: readonly string[]): Promise<void> {
  const rows = await db
    .selectFrom('products')
    .select(['id', 'description', 'tags', 'category_id', 'attributes'])
    .where('id', 'in', ids)
    .execute()
  for (const { id, ...row } of rows) {
    const attributes = row.attributes as Searched['attributes']
    await db
      .updateTable('products')
      .set({ title, ...searchColumns({ ...row, title, attributes }) })
      .where('id', '=', id)
      .execute()
  }
}

export async function insertPhoto(db: Database, productId: string, isPrimary = true): Promise<void> {
  await db
    .insertInto('product_images')
    .values({
      product_id: productId,
      image_url: `/photos/product-images/${productId}/${isPrimary ? '0123456789abcdef' : 'fedcba9876543210'}`,
      is_primary: isPrimary,
      position: isPrimary ? 0 : 1,
      width: 1280,
      height: 960,
      thumbhash: '1QcSHQRnh493V4dIh4eXh1h4kJUI',
      dhash: 1n,
    })
    .execute()
}
