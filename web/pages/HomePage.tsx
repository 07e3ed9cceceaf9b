import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { useNavigate } from '#web/platform/router/use-router.ts'
import { useSession } from '#web/accounts/sessions/session.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { JsonLd } from '#web/platform/head/JsonLd.tsx'
import { PageHead } from '#web/platform/head/PageHead.tsx'
import { usePublicConfig } from '#web/platform/config/public-config.ts'
import { AreaPill } from '#web/area/AreaPill.tsx'
import { formatArea, toAreaFilters, useArea } from '#web/area/chosen-area.ts'
import { CategoryRow } from '#web/catalog/CategoryRow.tsx'
import { cardHeart } from '#web/favourites/FavouriteButton.tsx'
import { ProductGrid } from '#web/products/ProductGrid.tsx'
import { featuredQuery } from '#web/products/queries.ts'
import { productsPath, SEARCH_FORM } from '#web/search/filters.ts'
import { hasRecentlyViewed, readOwnRows, storeOwnRows } from '#web/recommendations/own-rows.ts'
import { RowsOutline } from '#web/recommendations/RowsOutline.tsx'
import { WhenNear } from '#web/recommendations/WhenNear.tsx'
import { SearchField } from '#web/search/bar/SearchField.tsx'
import { SearchSubmit } from '#web/search/bar/SearchSubmit.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { LoadFailure } from '#web/platform/ui/LoadFailure.tsx'
import { useHydrated } from '#web/platform/browser/use-hydrated.ts'
import { lazyPart } from '#web/platform/ui/lazy/lazy-part.ts'

const OwnRows = lazyPart(async () => (await import('#web/recommendations/OwnRows.tsx')).OwnRows)
const HomeRows = lazyPart(async () => (await import('#web/recommendations/HomeRows.tsx')).HomeRows)

const STEPS = [
  [
    'Create an account',
    'Sign up with your e-mail in a minute. It is free, and you choose who sees your contact details.',
  ],
  [
    'Buy or sell',
    'Find what you need near you, or list what you no longer use with a few photos from your phone.',
  ],
  [
    'Connect and complete',
    'Agree by chat, meet in a public place, check the item, then pay in cash or by Mobile Money.',
  ],
] as const

function Search() {
  const navigate = useNavigate()
  const area = useArea()
  return (
    <div className="search-row">
      <form
        id={SEARCH_FORM}
        role="search"
        action="/products"
        className="contents"
        onSubmit={(event) => {
          event.preventDefault()
          const words = new FormData(event.currentTarget).get('search')
          navigate(productsPath({ ...toAreaFilters(area), search: String(words).trim() || undefined }))
        }}
      >
        <SearchField
          defaultValue=""
          onChoose={({ text, category }) =>
            navigate(
              productsPath({ ...toAreaFilters(area), ...(category ? { category } : { search: text }) }),
            )
          }
        />
      </form>
      <AreaPill area={area} words={area && formatArea(area)} />
      <SearchSubmit form={SEARCH_FORM} />
    </div>
  )
}

/** The purpose of the site in two lines; members know it, as the starter tells the styles before anything is drawn. */
function Pitch() {
  const isMember = useSession() !== null
  useEffect(() => {
    document.documentElement.toggleAttribute('data-member', isMember)
  }, [isMember])
  return (
    <div className="pitch">
      <h1 className="text-xl font-bold">Buy and Sell with Confidence</h1>
      <p className="pitch-buttons for-visitors">
        <Link to="/products" className="button button-primary">
          Browse Products
        </Link>
        <Link to="/create-product" className="button button-quiet">
          Start Selling
        </Link>
      </p>
    </div>
  )
}

function Featured() {
  const { data, error, refetch } = useQuery(featuredQuery(useApi()))
  const products = data?.products
  return (
    <section aria-labelledby="featured" className="featured mt-2">
      <div className="flex items-center justify-between gap-4">
        <h2 id="featured" className="text-lg font-bold">
          Featured
        </h2>
        <Link to="/products" className="link inline-flex min-h-11 items-center">
          See all
        </Link>
      </div>
      <div>
        {products && products.length > 0 && (
          <ProductGrid
            actionOf={cardHeart}
            products={products}
            headingLevel={3}
            isMain
            className="product-grid product-row"
          />
        )}
        {products?.length === 0 && (
          <EmptyState drawing="stall" title="Nothing is for sale yet">
            <p>Be the first: list something that you no longer need.</p>
            <Link to="/create-product" className="button button-primary">
              Start Selling
            </Link>
          </EmptyState>
        )}
        {!products && error && (
          <LoadFailure message="Failed to load featured products" retry={() => void refetch()} />
        )}
        {!products && !error && (
          <div className="product-grid product-row" aria-busy="true">
            {STEPS.map(([title]) => (
              <div key={title} className="skeleton aspect-[4/6]" />
            ))}
          </div>
        )}
      </div>
    </section>
  )
}

function HowItWorks() {
  return (
    <section aria-labelledby="how" className="for-visitors mt-8">
      <h2 id="how" className="text-lg font-bold">
        How it works
      </h2>
      <ol className="mt-3 grid gap-4 md:grid-cols-3 md:gap-8">
        {STEPS.map(([title, text], index) => (
          <li key={title} className="flex gap-3">
            <span
              aria-hidden="true"
              className="flex size-8 shrink-0 items-center justify-center rounded-full bg-gold-soft font-bold text-gold"
            >
              {index + 1}
            </span>
            <div>
              <h3 className="font-semibold">{title}</h3>
              <p className="mt-0.5 text-sm text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

/**
 * The viewer's own rows. They begin the page if it showed some last time, because the room is then left for them from
 * the first moment on (starter.ts); otherwise they follow what is already in sight.
 */
function OwnRowsPart({ isFirst }: { isFirst: boolean }) {
  const session = useSession()
  const area = useArea()
  const isHydrated = useHydrated()
  const [expected] = useState(readOwnRows)
  const isReturning = isHydrated && (session !== null || area !== undefined || hasRecentlyViewed())
  const isHere = isReturning && expected > 0 === isFirst
  useEffect(() => {
    if (isHydrated && !isReturning) storeOwnRows(0)
  }, [isHydrated, isReturning])
  const rows = (
    <Suspense fallback={<RowsOutline count={expected} />}>
      <OwnRows expected={expected} />
    </Suspense>
  )
  if (!isFirst) return isHere && <WhenNear>{rows}</WhenNear>
  return <div className="own-rows">{isHere ? rows : !isHydrated && <div className="own-rows-room" />}</div>
}

/** The rows of categories below; their code loads when somebody scrolls near. */
function CategoryRowsPart() {
  const count = useQuery(featuredQuery(useApi())).data?.rows ?? 0
  if (count === 0) return null
  return (
    <WhenNear outline={<RowsOutline count={count} />}>
      <Suspense fallback={<RowsOutline count={count} />}>
        <HomeRows count={count} />
      </Suspense>
    </WhenNear>
  )
}

export function HomePage() {
  const { siteName, publicUrl } = usePublicConfig()
  const area = useArea()
  return (
    <>
      <PageHead
        title={`${siteName}: buy and sell used goods in Ghana`}
        description="Second-hand phones, furniture, fashion, cars and more from people near you. Chat with the seller, meet, check, then pay."
        path="/"
      />
      <JsonLd
        data={
          import.meta.env.SSR && {
            '@context': 'https://schema.org',
            '@type': 'WebSite',
            name: siteName,
            url: publicUrl,
            potentialAction: {
              '@type': 'SearchAction',
              target: `${publicUrl}/products?search={search_term_string}`,
              'query-input': 'required name=search_term_string',
            },
          }
        }
      />
      <div className="page py-2 md:py-3">
        <Pitch />
        <Search />
        <CategoryRow hrefOf={(category) => productsPath({ ...toAreaFilters(area), category })} />
        <OwnRowsPart isFirst />
        <Featured />
        <OwnRowsPart isFirst={false} />
        <CategoryRowsPart />
        <HowItWorks />
        <section className="card mt-8 flex flex-wrap items-center justify-between gap-4 p-5">
          <div>
            <h2 className="text-lg font-bold">Something at home that you no longer use?</h2>
            <p className="mt-1 text-muted">Someone nearby is looking for it. Listing takes two minutes.</p>
          </div>
          <Link to="/create-product" className="button button-primary">
            Sell Something
          </Link>
        </section>
      </div>
    </>
  )
}
