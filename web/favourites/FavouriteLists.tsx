import { useInfiniteQuery, useQueries } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { PRODUCTS_PER_PAGE, PRODUCTS_PER_PAGE_MAX } from '#contract/limits.ts'
import { loginPath } from '#web/platform/router/login-path.ts'
import { useLoadedPages } from '#web/platform/router/use-loaded-pages.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { statusOf } from '#web/platform/api/client.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { LoadFailure } from '#web/platform/ui/LoadFailure.tsx'
import { ShowMore } from '#web/platform/ui/ShowMore.tsx'
import { FavouriteGrid } from './FavouriteGrid.tsx'
import { toCard } from '#web/products/to-card.ts'
import { favouritesQuery } from './queries.ts'
import { productQuery } from '#web/products/queries.ts'
import { useLocalFavourites, useRemainingFavourites } from './use-favourite.ts'

const FAILED = 'Failed to load your favourites'

export const FavouritesOutline = () => (
  <div className="product-grid" aria-busy="true">
    <p className="sr-only">Loading…</p>
    {Array.from({ length: 8 }, (_, index) => (
      <div key={index} className="skeleton aspect-[4/5]" />
    ))}
  </div>
)

const NoFavourites = ({ children }: { children: ReactNode }) => (
  <EmptyState drawing="kente" title="No favourites yet">
    <p>{children}</p>
    <Link to="/products" className="button button-primary">
      Browse Products
    </Link>
  </EmptyState>
)

/** Favourites of the signed-in person, loaded from the server page by page. */
export function OwnFavourites({ personId }: { personId: string }) {
  const query = useLoadedPages(useInfiniteQuery(favouritesQuery(useApi(), personId)))
  const { data, isError, hasNextPage, fetchNextPage, isFetchNextPageError } = query
  const favourites = useRemainingFavourites(
    data?.pages.flatMap(({ items }) => items) ?? [],
    ({ product }) => product.id,
  )
  if (!data && isError) return <LoadFailure message={FAILED} retry={() => void query.refetch()} />
  if (!data) return <FavouritesOutline />
  return (
    <>
      {favourites.length === 0 && !hasNextPage && (
        <NoFavourites>
          Tap the heart on anything you like. It stays here, and we tell you when its price drops.
        </NoFavourites>
      )}
      <FavouriteGrid favourites={favourites} />
      {isFetchNextPageError && <LoadFailure message={FAILED} retry={() => void fetchNextPage()} />}
      {hasNextPage && !isFetchNextPageError && (
        <ShowMore isLoading={query.isFetchingNextPage} onMore={() => void fetchNextPage()} />
      )}
    </>
  )
}

/** A note for visitors that their favourites stay in this browser. */
const LocalOnlyNote = () => (
  <p className="card mt-6 p-4 text-sm">
    These are saved in this browser only.{' '}
    <Link to={loginPath('/favourites')} className="link">
      Log in
    </Link>{' '}
    to see them on every device, and to hear when a price drops or an item is sold.
  </p>
)

function useLocalProducts(productIds: readonly string[]) {
  const api = useApi()
  return useQueries({
    queries: productIds.map((id) => productQuery(api, id)),
    combine: (results) => ({
      favourites: results.flatMap(({ data }) => (data ? [{ product: toCard(data) }] : [])),
      isPending: results.some(({ isPending }) => isPending),
      // Wait for all products of the first page, so that none moves another.
      isFirstPending: results.slice(0, PRODUCTS_PER_PAGE).some(({ isPending }) => isPending),
      // Deleted products are skipped; every other failure is shown.
      failed: results.filter(({ error }) => error && ![404, 422].includes(statusOf(error) ?? 0)),
    }),
  })
}

/** Favourites of a visitor: the newest ones that this browser stores, requested one by one. */
export function LocalFavourites() {
  const [most, setMost] = useState(PRODUCTS_PER_PAGE)
  const local = useLocalFavourites().toReversed().slice(0, PRODUCTS_PER_PAGE_MAX)
  const { favourites, isPending, isFirstPending, failed } = useLocalProducts(local.slice(0, most))
  if (isFirstPending) return <FavouritesOutline />
  const isNone = favourites.length === 0 && failed.length === 0
  return (
    <>
      {isNone && <NoFavourites>Tap the heart on anything you like. It stays here.</NoFavourites>}
      <FavouriteGrid favourites={favourites} />
      {failed.length > 0 && (
        <LoadFailure
          message={FAILED}
          retry={() => void Promise.all(failed.map(({ refetch }) => refetch()))}
        />
      )}
      {local.length > most && (
        <ShowMore isLoading={isPending} onMore={() => setMost(most + PRODUCTS_PER_PAGE)} />
      )}
      {!isNone && <LocalOnlyNote />}
    </>
  )
}
