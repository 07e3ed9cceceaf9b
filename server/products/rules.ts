import type { Seller } from '#contract/products.ts'

type Visibility = 'everyone' | 'signed-in' | 'nobody'

export interface SellerDetails {
  email: string | null
  emailVisibility: Visibility
  phone: string | null
  phoneVisibility: Visibility
  website: string | null
  websiteVisibility: Visibility
}

/**
 * What a public page may say of a seller's contact details: those for everyone with their value, those for
 * signed-in people only that they exist, the others nothing.
 */
export function publicContacts(seller: SellerDetails): Seller['contacts'] {
  const details = [
    { kind: 'phone', value: seller.phone, visibility: seller.phoneVisibility },
    { kind: 'email', value: seller.email, visibility: seller.emailVisibility },
    { kind: 'website', value: seller.website, visibility: seller.websiteVisibility },
  ] as const
  return details
    .filter(({ value, visibility }) => value && visibility !== 'nobody')
    .map(({ kind, value, visibility }) => ({ kind, value: visibility === 'everyone' ? value : null }))
}

/** SPEC 3: a seller is called by full name, then username, then 'Unknown'. */
export const sellerName = (profile: { fullName: string | null; username: string | null }) =>
  profile.fullName || profile.username || 'Unknown'
