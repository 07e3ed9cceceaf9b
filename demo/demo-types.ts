import type { Condition, PriceType, Region } from '#contract/catalog/catalog.ts'
import type { Reaction } from '#contract/selling/choices.ts'

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
  /** The seller's. */
  answer?: { text: string; ageHours: number }
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
  customFields?: { name: string; value: string }[]
  /** As the listing form has them; what the title says of them is added. */
  attributes?: Record<string, string>
  status: 'draft' | 'available' | 'reserved' | 'sold'
  /** A person's key; only of what is reserved or sold. */
  buyer?: string
  ageHours: number
  /** File names in `photos/`, the main one first. */
  photos: string[]
  reviews: DemoReview[]
}

export interface DemoMessage {
  /** A person's key: the seller's or the buyer's. */
  by: string
  text: string
  ageHours: number
  /** By a person's key. */
  reactions?: Record<string, Reaction>
}

/** A conversation about a product, from its first message to its last. */
export interface DemoConversation {
  /** A product's title. */
  product: string
  /** A person's key. */
  buyer: string
  messages: DemoMessage[]
  /** So many of the last messages are unread. */
  unread: number
}
