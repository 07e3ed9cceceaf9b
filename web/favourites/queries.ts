import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Product, ProductCard } from '#contract/products.ts'
import type { ApiClient } from '#web/platform/api/client.ts'

export const favouritesQuery = (api: ApiClient, personId: string) =>
  infiniteQueryOptions({
    queryKey: ['favourites', personId],
    queryFn: ({ pageParam, signal }) =>
      api.call('listFavourites', { query: { cursor: pageParam ?? undefined } }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    meta: { personal: true },
  })

export const cardOf = ({ photos, ...product }: Product): ProductCard => ({
  ...product,
  photo: photos[0] ?? null,
})
