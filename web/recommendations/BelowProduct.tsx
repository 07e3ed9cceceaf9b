import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Product, ProductCard } from '#contract/products.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { productsPath } from '#web/search/filters.ts'
import { sellerProductsQuery } from '#web/sellers/queries.ts'
import { ProductRow, ROW_LENGTH } from './ProductRow.tsx'
import { similarProductsQuery } from './queries.ts'
import { readRecentlyViewed } from './recently-viewed.ts'

/** More products for the viewer: from the same seller, similar ones, and recently viewed ones. */
export function BelowProduct({ product }: { product: Product }) {
  const api = useApi()
  const { seller, category } = product
  const ofSeller = useInfiniteQuery(sellerProductsQuery(api, seller.id))
  const similar = useQuery(similarProductsQuery(api, product))
  const [viewed] = useState(readRecentlyViewed)
  const shown = new Set([product.id])
  const take = (products: readonly ProductCard[] = []) => {
    const fresh = products.filter(({ id }) => !shown.has(id)).slice(0, ROW_LENGTH)
    for (const { id } of fresh) shown.add(id)
    return fresh
  }
  return (
    <>
      <ProductRow
        title={`More from ${seller.name}`}
        products={take(ofSeller.data?.pages[0]?.items)}
        moreAt={`/sellers/${seller.id}`}
      />
      <ProductRow
        title="Similar products"
        products={take(similar.data)}
        moreAt={productsPath({ category: category?.id })}
      />
      <ProductRow title="Recently viewed" products={take(viewed)} />
    </>
  )
}
