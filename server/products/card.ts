import { sql } from 'kysely'
import type { ProductCard } from '#contract/products.ts'

/** What a card shows of `products p` left joined with its primary `product_images i`. */
export const cardColumns = sql.raw(
  `p.id, p.title, p.price, p.condition, p.status, p.region, p.location, p.created_at,
   i.image_url, i.width, i.height, i.thumbhash`,
)

export interface CardRow {
  id: string
  title: string
  price: string
  condition: string
  status: string
  region: string
  location: string
  created_at: string
  image_url: string | null
  width: number | null
  height: number | null
  thumbhash: string | null
}

/** The casts hold by the table's checks (`condition_known`, `status_known`) and by never selecting drafts. */
export const toCard = (row: CardRow): ProductCard => ({
  id: row.id,
  title: row.title,
  price: Number(row.price),
  condition: row.condition as ProductCard['condition'],
  status: row.status as ProductCard['status'],
  region: row.region,
  location: row.location,
  createdAt: row.created_at,
  photo: row.image_url === null ? null : toPhoto(row, row.image_url),
})

const toPhoto = (row: CardRow, src: string): ProductCard['photo'] => ({
  src,
  width: row.width ?? 0,
  height: row.height ?? 0,
  thumbhash: row.thumbhash ?? '',
})
