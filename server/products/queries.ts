import { sql } from 'kysely'
import { FEATURED_PRODUCTS } from '#contract/limits.ts'
import { STORAGE_TIMES } from '#contract/personal-data/storage-times.ts'
import type { Photo } from '#contract/products.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { cardColumns, type CardRow, PAGE_COLUMNS } from './card.ts'
import { sellerColumns } from './seller.ts'
import { isOnSale, isOnSaleIn, isPublic } from './visibility.ts'

/** The newest products on sale, as many as the home page shows. */
export const selectFeatured = prepared((db) =>
  sql<CardRow>`
    select ${cardColumns}
    from products p
    left join product_images i on i.product_id = p.id and i.is_primary
    where ${isOnSale}
    order by p.created_at desc, p.id desc
    limit ${sql.lit(FEATURED_PRODUCTS)}`.compile(db),
)

/** Number of rows of the home page. */
const HOME_ROWS = 6
/** Products of a row: as many as the widest screen shows. */
const ROW_PRODUCTS = 6

/** A shorter row would look empty on every screen. */
export const ROW_PRODUCTS_MIN = 2

export type HomeCardRow = CardRow & { row_id: string; row_name: string }

/** The newest products of the most wanted categories, in the order of their demand. */
export const selectHomeRows = prepared((db) =>
  sql<HomeCardRow>`
    with featured as materialized (
      select p.id from products p where ${isOnSale}
      order by p.created_at desc, p.id desc limit ${sql.lit(FEATURED_PRODUCTS)}
    )
    select c.id as row_id, c.name as row_name, ${cardColumns}
    from (
      select id, name, row_number() over (order by rank nulls last, demand desc, name) as place
      from categories c where not is_hidden and id <> 'other' and ${sql.lit(ROW_PRODUCTS_MIN)} = (
        select count(*) from (
          select from products n where n.category_id = c.id and ${isOnSaleIn('n')}
            and n.id <> all (select f.id from featured f)
          limit ${sql.lit(ROW_PRODUCTS_MIN)}
        ) as found
      )
      order by place limit ${sql.lit(HOME_ROWS)}
    ) c
    cross join lateral (
      select n.* from products n where n.category_id = c.id and ${isOnSaleIn('n')}
        and n.id <> all (select f.id from featured f)
      order by n.created_at desc, n.id desc limit ${sql.lit(ROW_PRODUCTS)}
    ) p
    left join product_images i on i.product_id = p.id and i.is_primary
    order by c.place, p.created_at desc, p.id desc`.compile(db),
)

/** Days after which a fall of a price is no longer shown. */
const FALL_SHOWN_DAYS = 14
/** A smaller fall is not worth a row. */
const FALL_MIN_PERCENT = 5

/** Falls among which the row looks for different sellers. */
const FALLS_READ = 200

/** The products whose price fell last, one of each seller; the price before is in `fell_from`. */
export const selectPriceFalls = prepared((db) =>
  sql<CardRow & { fell_from: string }>`
    select ${cardColumns}, p.fell_from
    from (
      select last.id from (
        select distinct on (f.seller_id) f.id, f.fell_at from (
          select p.id, p.seller_id, p.fell_at from products p
          where ${isOnSale} and p.fell_at > now() - interval '${sql.raw(`${FALL_SHOWN_DAYS} days`)}'
            and p.price <= p.fell_from * ${sql.lit(1 - FALL_MIN_PERCENT / 100)}
          order by p.fell_at desc, p.id desc limit ${sql.lit(FALLS_READ)}
        ) f
        order by f.seller_id, f.fell_at desc, f.id desc
      ) last
      order by last.fell_at desc, last.id desc limit ${sql.lit(ROW_PRODUCTS)}
    ) fallen
    join products p on p.id = fallen.id
    left join product_images i on i.product_id = p.id and i.is_primary
    order by p.fell_at desc, p.id desc`.compile(db),
)

export const deleteOldPriceChanges = (db: Database) =>
  db
    .deleteFrom('price_changes')
    .where('changed_at', '<', sql<string>`now() - ${STORAGE_TIMES.priceChanges}::interval`)
    .execute()

export const forgetOldFalls = (db: Database) =>
  db
    .updateTable('products')
    .set({ fell_from: null, fell_at: null })
    .where('fell_at', '<', sql<string>`now() - ${STORAGE_TIMES.priceChanges}::interval`)
    .execute()

export type ProductRow = Awaited<ReturnType<typeof selectProduct>>[number]

/** One public product with everything that its page shows, in one round trip; none if it does not exist. */
export const selectProduct = prepared((db, { id }: { id: string }) =>
  db
    .selectFrom('products as p')
    .innerJoin('profiles as s', 's.id', 'p.seller_id')
    .leftJoin('seller_figures as f', 'f.seller_id', 's.id')
    .leftJoin('deal_figures as d', 'd.person_id', 's.id')
    .leftJoin('accounts as a', 'a.id', 's.id')
    .leftJoin('categories as c', 'c.id', 'p.category_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('product_reviews')
          .whereRef('product_id', '=', 'p.id')
          .where('standing', '=', sql.lit('counted'))
          .select([
            sql<number | null>`round(avg(rating), 1)::float8`.as('average'),
            sql<number>`count(*)::int`.as('count'),
          ])
          .as('r'),
      (join) => join.onTrue(),
    )
    .select([
      ...PAGE_COLUMNS.map((name) => `p.${name}` as const),
      'c.id as category_id',
      'c.name as category_name',
      'c.is_hidden as category_is_hidden',
      ...sellerColumns,
      'p.shares_photo',
      'r.average',
      'r.count as review_count',
      sql<Photo[]>`(
        select coalesce(json_agg(json_build_object('src', image_url, 'width', width, 'height', height,
          'thumbhash', thumbhash) order by is_primary desc, position), '[]')
        from product_images where product_id = p.id)`.as('photos'),
    ])
    .where('p.id', '=', id)
    .where(isPublic)
    .compile(),
)
