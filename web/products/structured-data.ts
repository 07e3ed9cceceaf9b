import type { Product } from '#contract/products.ts'

const CONDITIONS = {
  new: 'https://schema.org/NewCondition',
  'like-new': 'https://schema.org/UsedCondition',
  good: 'https://schema.org/UsedCondition',
  fair: 'https://schema.org/UsedCondition',
  poor: 'https://schema.org/UsedCondition',
} as const

const AVAILABILITY = {
  available: 'https://schema.org/InStock',
  reserved: 'https://schema.org/LimitedAvailability',
  sold: 'https://schema.org/SoldOut',
} as const

interface Origin {
  publicUrl: string
  currency: string
}

const absolute = (src: string, publicUrl: string) => (src.startsWith('/') ? publicUrl + src : src)

/** schema.org Product with its Offer; a rating only where there are reviews. */
export function productData(product: Product, { publicUrl, currency }: Origin) {
  const { rating, seller } = product
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.title,
    description: product.description,
    image: product.photos.map(({ src }) => `${absolute(src, publicUrl)}-1280.jpg`),
    category: product.category?.name,
    itemCondition: CONDITIONS[product.condition],
    offers: {
      '@type': 'Offer',
      url: `${publicUrl}/products/${product.id}`,
      price: product.price.toFixed(2),
      priceCurrency: currency,
      availability: AVAILABILITY[product.status],
      itemCondition: CONDITIONS[product.condition],
      areaServed: product.region,
      seller: { '@type': 'Person', name: seller.name, url: `${publicUrl}/sellers/${seller.id}` },
    },
    ...(product.customFields.length > 0 && {
      additionalProperty: product.customFields.map((field) => ({ '@type': 'PropertyValue', ...field })),
    }),
    ...(rating.average !== null && {
      aggregateRating: { '@type': 'AggregateRating', ratingValue: rating.average, reviewCount: rating.count },
    }),
  }
}

/** The way from the home page to here, as search engines show it. */
export function breadcrumbData(steps: readonly { name: string; path: string }[], publicUrl: string) {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: publicUrl + path,
    })),
  }
}
