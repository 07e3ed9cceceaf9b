import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Favourite } from '#contract/favourites.ts'
import { useSession } from '#web/accounts/sessions/session.ts'
import { favouritesQuery } from '#web/favourites/queries.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { ProductRow } from './ProductRow.tsx'
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

/** What the home page shows to who was here before. */
export function OnHome() {
  const session = useSession()
  const [viewed] = useState(readRecentlyViewed)
  return (
    <>
      {session && <PriceDrops personId={session.user.id} />}
      <ProductRow title="Recently viewed" products={viewed.slice(0, SHOWN)} />
    </>
  )
}
