import type { Condition, PriceType, Region } from '#contract/catalog.ts'

export interface DemoPerson {
  /** How products and reviews name this person; never stored. */
  key: string
  fullName: string
  username: string
  email: string
  phone?: string
  phoneVerified?: boolean
  website?: string
  bio: string
  location: string
  memberForDays: number
}

export interface DemoReview {
  /** A person's key. */
  by: string
  rating: 1 | 2 | 3 | 4 | 5
  title?: string
  comment?: string
  ageHours: number
}

export interface DemoProduct {
  /** A person's key. */
  seller: string
  title: string
  description: string
  price: number
  priceType: PriceType
  categoryId: string
  condition: Condition
  /** Only regions of today: the former one is a filter, not a place. */
  region: Exclude<Region, 'Brong Ahafo'>
  location: string
  tags: string[]
  status: 'available' | 'reserved' | 'sold'
  ageHours: number
  /** File names in `photos/`, the main one first. */
  photos: string[]
  reviews: DemoReview[]
}
