import type { Seller } from '#contract/products.ts'
import type { ContactVisibility } from '#contract/accounts/profiles.ts'

export interface SellerDetails {
  email: string | null
  email_visibility: ContactVisibility
  phone: string | null
  phone_visibility: ContactVisibility
  website: string | null
  website_visibility: ContactVisibility
}

/**
 * The contact details that a public page may show: those for everyone with their value, those for signed-in
 * people only as existing, and no others.
 */
export function publicContacts(seller: SellerDetails): Seller['contacts'] {
  const details = [
    { kind: 'phone', value: seller.phone, visibility: seller.phone_visibility },
    { kind: 'email', value: seller.email, visibility: seller.email_visibility },
    { kind: 'website', value: seller.website, visibility: seller.website_visibility },
  ] as const
  return details
    .filter(({ value, visibility }) => value && visibility !== 'nobody')
    .map(({ kind, value, visibility }) => ({ kind, value: visibility === 'everyone' ? value : null }))
}

/** SPEC 3: a seller is shown by full name, then username, then 'Unknown'. */
export const sellerName = (profile: { full_name: string | null; username: string | null }) =>
  profile.full_name || profile.username || 'Unknown'

/** A rating by fewer people is too easy to fake; their reviews are still shown below the product. */
const RATING_PEOPLE_MIN = 5

export const shownRating = (rating: {
  average: number | null
  count: number
  people: number
}): Seller['rating'] =>
  rating.people < RATING_PEOPLE_MIN
    ? { average: null, count: 0 }
    : { average: rating.average, count: rating.count }

/** Fewer agreements say nothing about a person. */
const AGREEMENTS_MIN = 3

const shownKept = (count: number, of: number): Seller['kept'] => (of < AGREEMENTS_MIN ? null : { count, of })

/** Columns about a seller, from `profiles s`, `accounts a`, `seller_figures f` and `deal_figures d`. */
export const sellerColumns = [
  's.id as seller_id',
  's.full_name',
  's.username',
  's.avatar_url',
  's.created_at as member_since',
  's.phone_verified',
  's.email',
  's.email_visibility',
  's.phone',
  's.phone_visibility',
  's.website',
  's.website_visibility',
  'f.rating as seller_rating',
  'f.reviews as seller_reviews',
  'f.reviewers as seller_reviewers',
  'd.deals as seller_deals',
  'd.kept as seller_kept',
  'd.agreed as seller_agreed',
  'f.reply_minutes as seller_reply_minutes',
  'f.reply_rate as seller_reply_rate',
  'a.email_verified_at as seller_email_verified_at',
] as const

export interface SellerRow extends SellerDetails {
  seller_id: string
  full_name: string | null
  username: string | null
  avatar_url: string | null
  member_since: string
  phone_verified: boolean
  seller_rating: string | null
  seller_reviews: number | null
  seller_reviewers: number | null
  seller_deals: number | null
  seller_kept: number | null
  seller_agreed: number | null
  seller_reply_minutes: number | null
  seller_reply_rate: number | null
  seller_email_verified_at: string | null
}

export const toSeller = (row: SellerRow): Seller => ({
  id: row.seller_id,
  name: sellerName(row),
  avatar: row.avatar_url,
  memberSince: row.member_since,
  phoneVerified: row.phone_verified,
  emailVerified: row.seller_email_verified_at !== null,
  rating: shownRating({
    average: row.seller_rating === null ? null : Number(row.seller_rating),
    count: row.seller_reviews ?? 0,
    people: row.seller_reviewers ?? 0,
  }),
  deals: row.seller_deals ?? 0,
  kept: shownKept(row.seller_kept ?? 0, row.seller_agreed ?? 0),
  replyMinutes: row.seller_reply_minutes,
  replyRate: row.seller_reply_rate,
  contacts: publicContacts(row),
})
