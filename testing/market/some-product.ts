import { INITIAL_CHOICES } from '#contract/selling/draft-choices.ts'
import type { Product } from '#contract/products.ts'

const seller: Product['seller'] = {
  id: 'ama',
  name: 'Ama Mensah',
  avatar: null,
  memberSince: '2025-01-01T00:00:00.000Z',
  phoneVerified: false,
  emailVerified: true,
  rating: { average: null, count: 0 },
  deals: 3,
  kept: { count: 3, of: 4 },
  replyMinutes: null,
  replyRate: null,
  contacts: [],
}

/** Ama's product as its page receives it. */
export const SOME_PRODUCT: Product = {
  id: 'p1',
  shortPath: '/p/3zJrJcgs1fq7Yp2fSMYpnG/phone',
  title: 'Kente cloth',
  description: '',
  price: 100,
  ...INITIAL_CHOICES,
  status: 'available',
  category: null,
  region: 'Ashanti',
  location: '',
  tags: [],
  customFields: [],
  attributes: [],
  createdAt: '2026-10-01T12:00:00.000Z',
  sharesPhoto: false,
  photos: [],
  seller,
  rating: { average: null, count: 0 },
}
