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

/** schema.org properties of a Product by attribute name; other attributes become additional properties. */
const SCHEMA_PROPERTIES: Readonly<Record<string, string>> = {
  brand: 'brand',
  make: 'brand',
  model: 'model',
  colour: 'color',
  size: 'size',
  material: 'material',
}

function attributeData({ attributes, customFields }: Product): Record<string, unknown> {
  const known: Record<string, unknown> = {}
  const others = customFields.map((field) => ({ '@type': 'PropertyValue', ...field }))
  for (const { name, label, text } of attributes.toReversed()) {
    const property = SCHEMA_PROPERTIES[name]
    if (property) known[property] = property === 'brand' ? { '@type': 'Brand', name: text } : text
    else others.unshift({ '@type': 'PropertyValue', name: label, value: text })
  }
  return { ...known, ...(others.length > 0 && { additionalProperty: others }) }
}

interface Origin {
  publicUrl: string
  currency: string
}

const absolute = (src: string, publicUrl: string) => (src.startsWith('/') ? publicUrl + src : src)

/** schema.org Product with its Offer; the rating is left out if there are no reviews. */
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
    ...attributeData(product),
    ...(rating.average !== null && {
      aggregateRating: { '@type': 'AggregateRating', ratingValue: rating.average, reviewCount: rating.count },
    }),
  }
}

/** The path from the home page to this page, as search engines show it. */
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
