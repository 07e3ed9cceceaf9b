import type { Condition, PriceType, Region } from '#contract/catalog/catalog.ts'
import type { Reaction } from '#contract/selling/choices.ts'

export interface DemoPerson {
  /** Key of this person in products and reviews; never stored. */
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
  /** Staff have two-factor login as well. */
  role?: 'moderator' | 'administrator'
}

export interface DemoReview {
  /** A person's key. */
  by: string
  rating: 1 | 2 | 3 | 4 | 5
  title?: string
  comment?: string
  ageHours: number
  /** The seller's answer. */
  answer?: { text: string; ageHours: number }
}

export interface DemoProduct {
  /** A person's key. */
  seller: string
  title: string
  description: string
  price: number
  /** The price before it fell, two days ago at most. */
  was?: number
  priceType: PriceType
  categoryId: string
  condition: Condition
  /** Only current regions: the former one is a filter, not a place. */
  region: Exclude<Region, 'Brong Ahafo'>
  location: string
  tags: string[]
  customFields?: { name: string; value: string }[]
  /** Texts as in the listing form; those from the title are added. */
  attributes?: Record<string, string>
  status: 'draft' | 'available' | 'reserved' | 'sold'
  /** A person's key; only for reserved or sold products. */
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
  /** Reactions by a person's key. */
  reactions?: Record<string, Reaction>
}

/** A conversation about a product, from its first message to its last. */
export interface DemoConversation {
  /** A product's title. */
  product: string
  /** A person's key. */
  buyer: string
  messages: DemoMessage[]
  /** Number of the last messages that are unread. */
  unread: number
}
