import { useQuery } from '@tanstack/react-query'
import { Fragment, Suspense } from 'react'
import { useParams } from '#web/platform/router/use-router.ts'
import type { Product } from '#contract/products.ts'
import { SHARE_PICTURES, sharePicturePath } from '#contract/sharing/share-pictures.ts'
import { idMark } from '#contract/id-mark.ts'
import { choiceNames, PRODUCT_CHOICES, type ProductChoice } from '#contract/selling/choices.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { statusOf } from '#web/platform/api/client.ts'
import { JsonLd } from '#web/platform/head/JsonLd.tsx'
import { toDescription } from '#web/platform/head/description.ts'
import { PageHead } from '#web/platform/head/PageHead.tsx'
import { useMoney, usePublicConfig } from '#web/platform/config/public-config.ts'
import { OfferButton } from '#web/agreements/OfferButton.tsx'
import { useDistance } from '#web/area/distances.ts'
import { useHiddenReason } from '#web/blocks/hidden-people.ts'
import { LazyHiddenPage } from '#web/blocks/LazyHiddenPage.tsx'
import { useCountView } from '#web/products/use-count-view.ts'
import { AttributeFacts } from '#web/products/AttributeFacts.tsx'
import { ImeiCheckLink, SharedPhotoNotice } from '#web/products/Cautions.tsx'
import { categoryText } from '#web/products/category-text.ts'
import { CustomFields } from '#web/products/CustomFields.tsx'
import { EditListingLink } from '#web/products/EditListingLink.tsx'
import { FavouriteButton } from '#web/favourites/FavouriteButton.tsx'
import { Gallery } from '#web/products/Gallery.tsx'
import { MessageSellerButton } from '#web/conversations/first-message/MessageSellerButton.tsx'
import { LazySendOnReturn } from '#web/conversations/first-message/LazySendOnReturn.tsx'
import { ReportListing } from '#web/moderation/reports/ReportListing.tsx'
import { productQuery } from '#web/products/queries.ts'
import { ReachSeller } from '#web/sellers/ReachSeller.tsx'
import { SellerCard } from '#web/sellers/SellerCard.tsx'
import { SellerLine } from '#web/sellers/SellerLine.tsx'
import { useRememberViewed } from '#web/recommendations/use-remember-viewed.ts'
import { WhenNear } from '#web/recommendations/WhenNear.tsx'
import { ShareButton } from '#web/products/ShareButton.tsx'
import { StatusBadge } from '#web/products/StatusBadge.tsx'
import { breadcrumbData, productData } from '#web/products/structured-data.ts'
import { ReviewList } from '#web/reviews/ReviewList.tsx'
import { productsPath } from '#web/search/filters.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { LoadFailure } from '#web/platform/ui/LoadFailure.tsx'
import { PageSkeleton } from '#web/platform/ui/PageSkeleton.tsx'
import { RelativeTime } from '#web/platform/ui/time/RelativeTime.tsx'
import { lazyPart } from '#web/platform/ui/lazy/lazy-part.ts'

const BelowProduct = lazyPart(
  async () => (await import('#web/recommendations/BelowProduct.tsx')).BelowProduct,
)

function toBreadcrumbs(product: Product) {
  const { category } = product
  return [
    { name: 'Home', path: '/' },
    { name: 'Products', path: '/products' },
    ...(category && !category.isHidden
      ? [{ name: category.name, path: productsPath({ category: category.id }) }]
      : []),
  ]
}

/** The seller's choices that are shown in this way. */
const chosen = (product: Product, shownAs: ProductChoice['shownAs']) =>
  choiceNames
    .filter((name) => PRODUCT_CHOICES[name].shownAs === shownAs)
    .map((name) => {
      const { label, texts }: ProductChoice = PRODUCT_CHOICES[name]
      return { label, text: texts[product[name]] }
    })

function Head({ product }: { product: Product }) {
  const { publicUrl, money } = usePublicConfig()
  const format = useMoney()
  const path = `/products/${product.id}`
  const location = product.location || product.region
  const price = product.status === 'sold' ? 'Sold' : format(product.price)
  const start = `${price} in ${location}. ${PRODUCT_CHOICES.condition.texts[product.condition]}.`
  return (
    <>
      <PageHead
        title={product.title}
        previewTitle={`${product.title}, ${price}`}
        description={toDescription(start, product.description)}
        path={path}
        type="product"
        image={{
          src: sharePicturePath(product.id, 'preview'),
          ...SHARE_PICTURES.preview,
          alt: product.title,
        }}
      />
      <meta property="product:price:amount" content={product.price.toFixed(2)} />
      <meta property="product:price:currency" content={money.currency} />
      <JsonLd data={import.meta.env.SSR && productData(product, { publicUrl, currency: money.currency })} />
      <JsonLd
        data={
          import.meta.env.SSR &&
          breadcrumbData([...toBreadcrumbs(product), { name: product.title, path }], publicUrl)
        }
      />
    </>
  )
}

function Breadcrumbs({ product }: { product: Product }) {
  return (
    <nav aria-label="Breadcrumb" className="text-sm">
      <ol className="flex flex-wrap gap-x-2 text-muted">
        {toBreadcrumbs(product).map(({ name, path }) => (
          <li key={path} className="after:ml-2 after:content-['›'] last:after:content-none">
            <Link to={path} className="lone-link hover:underline">
              {name}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Summary({ product }: { product: Product }) {
  const money = useMoney()
  const distance = useDistance(product)
  const location = [product.location, product.region].filter(Boolean).join(', ')
  return (
    <section aria-label="Summary" className="product-summary">
      <p className="flex flex-wrap items-baseline gap-x-2 text-2xl price wrap-anywhere whitespace-normal">
        {money(product.price)}
        {chosen(product, 'beside-price').map(({ label, text }) => (
          <span key={label} className="text-sm font-normal text-muted">
            {text}
          </span>
        ))}
      </p>
      <h1 dir="auto" className="mt-1 text-xl font-bold text-balance">
        {product.title}
      </h1>
      <p className="mt-1 text-sm text-muted">
        <bdi>{location}</bdi> · <RelativeTime iso={product.createdAt} />
      </p>
      <SellerLine seller={product.seller} />
      <p className="mt-2 flex flex-wrap gap-2">
        <StatusBadge status={product.status} className="badge-thread" />
        {chosen(product, 'badge').map(({ label, text }) => (
          <span key={label} className="badge">
            {text}
          </span>
        ))}
        {distance && <span className="badge">{distance} away</span>}
      </p>
      <SharedPhotoNotice product={product} />
      <div className="flex gap-2">
        <MessageSellerButton product={product} className="mt-5 flex-1 max-md:hidden" />
        <OfferButton product={product} />
      </div>
      <EditListingLink product={product} />
    </section>
  )
}

/** Custom fields, without those that only repeat an attribute. */
const furtherFields = ({ customFields, attributes }: Product) =>
  customFields.filter(
    ({ name, value }) => !attributes.some(({ label, text }) => label === name && text === value),
  )

/** A row for each known detail of the product. */
function Details({ product }: { product: Product }) {
  return (
    <section aria-labelledby="details" className="mt-6">
      <h2 id="details" className="text-lg font-bold">
        Details
      </h2>
      <dl className="facts">
        <dt>Category</dt>
        <dd>{categoryText(product)}</dd>
        {[...chosen(product, 'badge'), ...chosen(product, 'row')].map(({ label, text }) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </Fragment>
        ))}
        <AttributeFacts attributes={product.attributes} />
        <CustomFields fields={furtherFields(product)} />
      </dl>
    </section>
  )
}

function Description({ product }: { product: Product }) {
  return (
    <section aria-labelledby="description">
      <h2 id="description" className="text-lg font-bold">
        Description
      </h2>
      <p dir="auto" className="mt-2 max-w-prose whitespace-pre-line">
        {product.description || 'The seller has not written a description.'}
      </p>
      {product.tags.length > 0 && (
        <ul className="mt-4 flex flex-wrap gap-2" aria-label="Tags">
          {product.tags.map((tag) => (
            <li key={tag}>
              <Link to={productsPath({ search: tag })} className="chip">
                <bdi>{tag}</bdi>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function ProductDetails({ product }: { product: Product }) {
  const money = useMoney()
  const { publicUrl } = usePublicConfig()
  useCountView(product)
  useRememberViewed(product)
  return (
    <div className="page pb-4">
      <Head product={product} />
      <Breadcrumbs product={product} />
      <div className="product-layout">
        <Gallery key={product.id} photos={product.photos} title={product.title}>
          <FavouriteButton productId={product.id} className="gallery-button" />
          <ShareButton
            url={publicUrl + product.shortPath}
            statusPicture={sharePicturePath(product.id, 'status')}
            text={[product.title, money(product.price), product.location || product.region].join(', ')}
          />
        </Gallery>
        <Summary product={product} />
        <div className="product-details">
          <Description product={product} />
          <Details product={product} />
          <ImeiCheckLink product={product} />
          <ReportListing product={product} />
        </div>
        <SellerCard seller={product.seller} />
        <ReviewList product={product} />
      </div>
      <WhenNear>
        <Suspense>
          <BelowProduct product={product} />
        </Suspense>
      </WhenNear>
      <LazySendOnReturn product={product} />
      <div className="action-bar">
        <p className="price">{money(product.price)}</p>
        <div className="bar-actions">
          <MessageSellerButton product={product} className="flex-1" />
          <ReachSeller product={product} />
        </div>
      </div>
    </div>
  )
}

export function ProductPage() {
  const { id = '' } = useParams()
  const { siteName } = usePublicConfig()
  const { data: product, error, refetch } = useQuery(productQuery(useApi(), id))
  const hiddenReason = useHiddenReason(idMark(product?.seller.id ?? ''), idMark(id))
  if (product && hiddenReason)
    return <LazyHiddenPage reason={hiddenReason} person={product.seller} what="Product" />
  if (product) return <ProductDetails product={product} />
  const status = statusOf(error)
  if (status === 404 || status === 422) {
    return (
      <div className="page py-8">
        <title>{`Product not found | ${siteName}`}</title>
        <meta name="robots" content="noindex" />
        <EmptyState drawing="bird" level={1} title="Product not found">
          <p>The seller may have removed it, or the link is not complete.</p>
          <Link to="/products" className="button button-primary">
            Browse Products
          </Link>
        </EmptyState>
      </div>
    )
  }
  if (!error) return <PageSkeleton />
  return (
    <div className="page py-8">
      <title>{`Product | ${siteName}`}</title>
      <LoadFailure message="Failed to load product details" retry={() => void refetch()} />
    </div>
  )
}
