import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useLoadedPages } from '#web/platform/router/use-loaded-pages.ts'
import { useParams } from '#web/platform/router/use-router.ts'
import type { SellerPage as Seller } from '#contract/sellers.ts'
import { idMark } from '#contract/id-mark.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { statusOf } from '#web/platform/api/client.ts'
import { JsonLd } from '#web/platform/head/JsonLd.tsx'
import { toDescription } from '#web/platform/head/description.ts'
import { PageHead } from '#web/platform/head/PageHead.tsx'
import { usePublicConfig } from '#web/platform/config/public-config.ts'
import { useHiddenReason } from '#web/blocks/hidden-people.ts'
import { LazyHiddenPage } from '#web/blocks/LazyHiddenPage.tsx'
import { PersonMenu } from '#web/moderation/reports/PersonMenu.tsx'
import { cardHeart } from '#web/favourites/FavouriteButton.tsx'
import { ProductGrid } from '#web/products/ProductGrid.tsx'
import { BuyerReviews } from '#web/reviews/BuyerReviews.tsx'
import { ContactList } from '#web/sellers/ContactList.tsx'
import { sellerProductsQuery, sellerQuery } from '#web/sellers/queries.ts'
import { SafetyNote } from '#web/sellers/SafetyNote.tsx'
import { TrustPanel } from '#web/sellers/TrustPanel.tsx'
import { profilePageData } from '#web/sellers/structured-data.ts'
import { Avatar } from '#web/platform/ui/Avatar.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { LocationIcon } from '#web/platform/ui/icons.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { LoadFailure } from '#web/platform/ui/LoadFailure.tsx'
import { ShowMore } from '#web/platform/ui/ShowMore.tsx'
import { PageSkeleton } from '#web/platform/ui/PageSkeleton.tsx'

function Head({ seller }: { seller: Seller }) {
  const { publicUrl, siteName } = usePublicConfig()
  const start = `See what ${seller.name} sells on ${siteName}${seller.location && ` in ${seller.location}`}.`
  return (
    <>
      <PageHead
        title={`${seller.name}'s listings`}
        description={toDescription(start, seller.bio)}
        path={`/sellers/${seller.id}`}
        image={
          seller.avatar
            ? { src: `${seller.avatar}-256.jpg`, width: 256, height: 256, alt: seller.name }
            : undefined
        }
      />
      <JsonLd data={import.meta.env.SSR && profilePageData(seller, publicUrl)} />
    </>
  )
}

function Person({ seller }: { seller: Seller }) {
  return (
    <section aria-label="About the seller" className="card p-4">
      <div className="flex flex-wrap items-center gap-2 sm:gap-4">
        <Avatar name={seller.name} src={seller.avatar} size="large" />
        <h1 dir="auto" className="min-w-28 flex-1 text-xl font-bold text-balance">
          {seller.name}
        </h1>
        <PersonMenu person={seller} />
      </div>
      <TrustPanel seller={seller} />
      {seller.location && (
        <p className="mt-2 flex items-center gap-1.5 text-sm">
          <LocationIcon className="size-5 shrink-0 text-muted" />
          <bdi>{seller.location}</bdi>
        </p>
      )}
      {seller.bio && (
        <p dir="auto" className="mt-4 whitespace-pre-line">
          {seller.bio}
        </p>
      )}
      <ContactList seller={seller} />
      <SafetyNote />
    </section>
  )
}

function Products({ seller }: { seller: Seller }) {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useLoadedPages(
    useInfiniteQuery(sellerProductsQuery(useApi(), seller.id)),
  )
  const products = data?.pages.flatMap(({ items }) => items)
  return (
    <section aria-labelledby="for-sale">
      <h2 id="for-sale" className="mb-3 text-xl font-bold">
        For sale
      </h2>
      {products?.length === 0 && (
        <EmptyState drawing="stall" title="Nothing for sale at the moment">
          <p>Come back later, or see what others sell.</p>
          <Link to="/products" className="button button-primary">
            Browse Products
          </Link>
        </EmptyState>
      )}
      {products && products.length > 0 && (
        <ProductGrid actionOf={cardHeart} products={products} headingLevel={3} isMain />
      )}
      {error && (
        <LoadFailure
          message="Failed to load products."
          retry={() => void (products ? fetchNextPage() : refetch())}
        />
      )}
      {hasNextPage && !error && (
        <ShowMore isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
      )}
    </section>
  )
}

function SellerNotFound() {
  const { siteName } = usePublicConfig()
  return (
    <div className="page py-8">
      <title>{`Seller not found | ${siteName}`}</title>
      <meta name="robots" content="noindex" />
      <EmptyState drawing="bird" level={1} title="Seller not found">
        <p>They may have closed their account, or the link is not complete.</p>
        <Link to="/products" className="button button-primary">
          Browse Products
        </Link>
      </EmptyState>
    </div>
  )
}

export function SellerPage() {
  const { id = '' } = useParams()
  const { siteName } = usePublicConfig()
  const { data: seller, error, refetch } = useQuery(sellerQuery(useApi(), id))
  const hiddenReason = useHiddenReason(idMark(id))
  if (seller && hiddenReason) return <LazyHiddenPage reason={hiddenReason} person={seller} what="Seller" />
  if (seller) {
    return (
      <div className="page seller-layout py-4">
        <Head seller={seller} />
        <Person seller={seller} />
        <div className="grid gap-8">
          <Products seller={seller} />
          {seller.asBuyer && <BuyerReviews id={seller.id} rating={seller.asBuyer} />}
        </div>
      </div>
    )
  }
  const status = statusOf(error)
  if (status === 404 || status === 422) return <SellerNotFound />
  if (!error) return <PageSkeleton />
  return (
    <div className="page py-8">
      <title>{`Seller | ${siteName}`}</title>
      <LoadFailure message="Failed to load the seller" retry={() => void refetch()} />
    </div>
  )
}
