import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Favourite } from '#contract/favourites.ts'
import { useSession } from '#web/accounts/sessions/session.ts'
import { toAreaFilters, useArea } from '#web/area/chosen-area.ts'
import { favouritesQuery } from '#web/favourites/queries.ts'
import { savedSearchMatchesQuery } from '#web/saved-searches/queries.ts'
import { productsPath } from '#web/search/filters.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { storeOwnRows } from './own-rows.ts'
import { areHidden, ProductRow, type ProductRowProps, ROW_LENGTH } from './ProductRow.tsx'
import { nearYouQuery } from './queries.ts'
import { readRecentlyViewed } from './recently-viewed.ts'
import { RowsOutline } from './RowsOutline.tsx'

const isCheaper = ({ priceThen, product }: Favourite) =>
  product.price < priceThen && product.status === 'available'

/** The viewer's rows that have something; undefined until all of them have loaded or failed. */
function useOwnRows(): ProductRowProps[] | undefined {
  const api = useApi()
  const personId = useSession()?.user.id
  const area = useArea()
  const [viewed] = useState(readRecentlyViewed)
  const near = useQuery({ ...nearYouQuery(api, area), enabled: area !== undefined })
  const found = useQuery({ ...savedSearchMatchesQuery(api, personId ?? ''), enabled: personId !== undefined })
  const saved = useInfiniteQuery({ ...favouritesQuery(api, personId ?? ''), enabled: personId !== undefined })
  if ([near, found, saved].some(({ isPending, isEnabled, isError }) => isEnabled && isPending && !isError))
    return undefined
  const favourites = saved.data?.pages.flatMap(({ items }) => items) ?? []
  const rows: ProductRowProps[] = [
    { title: 'Near you', products: near.data ?? [], moreAt: productsPath(toAreaFilters(area)) },
    { title: 'New in your saved searches', products: found.data ?? [], moreAt: '/saved-searches' },
    { title: 'Recently viewed', products: viewed },
    {
      title: 'Price drops on your favourites',
      products: favourites.filter(isCheaper).map(({ product }) => product),
      moreAt: '/favourites',
    },
  ]
  return rows
    .filter(({ products }) => !areHidden(products))
    .map((row) => ({ ...row, products: row.products.slice(0, ROW_LENGTH) }))
}

/** The viewer's rows of the home page, for somebody who was here before. */
export function OwnRows({ expected }: { expected: number }) {
  const rows = useOwnRows()
  const count = rows?.length
  useEffect(() => {
    if (count !== undefined) storeOwnRows(count)
  }, [count])
  if (!rows) return <RowsOutline count={expected} />
  return rows.map((row) => <ProductRow key={row.title} {...row} />)
}
