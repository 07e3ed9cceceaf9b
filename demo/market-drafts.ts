import type { DemoProduct } from './demo-types.ts'

/** Drafts, which only their sellers see. */
export const DRAFTS: DemoProduct[] = [
  {
    seller: 'ama',
    title: 'Garden trowel and a young plant',
    description: 'The trowel is hardly used.',
    price: 45,
    priceType: 'negotiable',
    categoryId: 'other',
    condition: 'like-new',
    region: 'Greater Accra',
    location: 'Osu, Accra',
    tags: [],
    status: 'draft',
    ageHours: 2,
    photos: ['neslihan-gunaydin-3493-unsplash.jpg', 'caleb-george-536388-unsplash.jpg'],
    reviews: [],
  },
]
