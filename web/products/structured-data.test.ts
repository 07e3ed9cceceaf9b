import { expect, it } from 'vitest'
import { INITIAL_CHOICES } from '#contract/selling/draft-choices.ts'
import type { Product } from '#contract/products.ts'
import { breadcrumbData, productData } from './structured-data.ts'

const origin = { publicUrl: 'https://sankofa.example', currency: 'GHS' }
const product: Product = {
  id: '01930000-0000-7000-8000-0000000000aa',
  shortPath: '/p/3zJrJcgs1fq7Yp2fSMYpnG/phone',
  title: 'Samsung Galaxy A54',
  description: 'Clean, with box.',
  price: 1800,
  ...INITIAL_CHOICES,
  condition: 'like-new',
  status: 'reserved',
  category: { id: 'mobile', name: 'Phones & Tablets' },
  region: 'Greater Accra',
  location: 'Osu',
  tags: [],
  customFields: [{ name: 'Charger', value: 'Original' }],
  attributes: [
    { name: 'brand', label: 'Brand', text: 'Samsung' },
    { name: 'model', label: 'Model', text: 'Galaxy A54' },
    { name: 'batteryHealth', label: 'Battery health', text: '91 %' },
    { name: 'colour', label: 'Colour', text: 'Black' },
  ],
  createdAt: '2026-10-01T12:00:00.000Z',
  sharesPhoto: false,
  photos: [{ src: '/photos/product-images/a/0123', width: 1280, height: 960, thumbhash: '' }],
  seller: {
    id: '01930000-0000-7000-8000-00000000a3a0',
    name: 'Ama Mensah',
    avatar: null,
    memberSince: '2026-10-01T12:00:00.000Z',
    phoneVerified: true,
    emailVerified: true,
    rating: { average: null, count: 0 },
    deals: 0,
    kept: null,
    replyMinutes: null,
    replyRate: null,
    contacts: [],
  },
  rating: { average: 4.5, count: 2 },
}

it('describes title, price and condition to search engines', () => {
  expect(productData(product, origin)).toMatchObject({
    '@type': 'Product',
    name: 'Samsung Galaxy A54',
    brand: { '@type': 'Brand', name: 'Samsung' },
    model: 'Galaxy A54',
    color: 'Black',
    image: ['https://sankofa.example/photos/product-images/a/0123-1280.jpg'],
    itemCondition: 'https://schema.org/UsedCondition',
    offers: {
      url: 'https://sankofa.example/products/01930000-0000-7000-8000-0000000000aa',
      price: '1800.00',
      priceCurrency: 'GHS',
      availability: 'https://schema.org/LimitedAvailability',
    },
    additionalProperty: [
      { '@type': 'PropertyValue', name: 'Battery health', value: '91 %' },
      { '@type': 'PropertyValue', name: 'Charger', value: 'Original' },
    ],
    aggregateRating: { ratingValue: 4.5, reviewCount: 2 },
  })
})

it('omits details and rating if there are none', () => {
  const bare = { ...product, customFields: [], attributes: [], rating: { average: null, count: 0 } }
  const data = productData(bare, origin)
  expect(data).not.toHaveProperty('additionalProperty')
  expect(data).not.toHaveProperty('brand')
  expect(data).not.toHaveProperty('aggregateRating')
})

it('numbers the steps from the home page', () => {
  const steps = [
    { name: 'Home', path: '/' },
    { name: 'Products', path: '/products' },
  ]
  const { itemListElement } = breadcrumbData(steps, origin.publicUrl)
  expect(itemListElement).toEqual([
    { '@type': 'ListItem', position: 1, name: 'Home', item: 'https://sankofa.example/' },
    { '@type': 'ListItem', position: 2, name: 'Products', item: 'https://sankofa.example/products' },
  ])
})
