import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Favourite } from '#contract/favourites.ts'
import { useSession } from '#web/accounts/sessions/session.ts'
import { favouritesQuery } from '#web/favourites/queries.ts'
import { type Area, toAreaFilters, useArea } from '#web/area/chosen-area.ts'
import { savedSearchMatchesQuery } from '#web/saved-searches/queries.ts'
import { productsPath } from '#web/search/filters.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { ProductRow } from './ProductRow.tsx'
import { nearYouQuery } from './queries.ts'
import { readRecentlyViewed } from './recently-viewed.ts'

const SHOWN = 6

const isCheaper = ({ priceThen, product }: Favourite) =>
  product.price < priceThen && product.status === 'available'

function PriceDrops({ personId }: { personId: string }) {
  const { data } = useInfiniteQuery(favouritesQuery(useApi(), personId))
  const cheaper = data?.pages.flatMap(({ items }) => items.filter(isCheaper)) ?? []
  return (
    <ProductRow
      title="Price drops on your favourites"
      products={cheaper.slice(0, SHOWN).map(({ product }) => product)}
      moreAt="/favourites"
    />
  )
}

function NearYou({ area }: { area: Area }) {
  const { data } = useQuery(nearYouQuery(useApi(), area))
  return <ProductRow title="Near you" products={data} moreAt={productsPath(toAreaFilters(area))} />
}

function InSavedSearches({ personId }: { personId: string }) {
  const { data } = useQuery(savedSearchMatchesQuery(useApi(), personId))
  return (
    <ProductRow
      title="New in your saved searches"
      products={data?.slice(0, SHOWN)}
      moreAt="/saved-searches"
    />
  )
}

/** The home page's part for returning visitors. */
export function OnHome() {
  const session = useSession()
  const area = useArea()
  const [viewed] = useState(readRecentlyViewed)
  return (
    <>
      {area && <NearYou area={area} />}
      {session && <InSavedSearches personId={session.user.id} />}
      {session && <PriceDrops personId={session.user.id} />}
      <ProductRow title="Recently viewed" products={viewed.slice(0, SHOWN)} />
    </>
  )
}
