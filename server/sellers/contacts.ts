import { REVEALS_A_DAY, REVEALS_AN_HOUR } from '#contract/limits.ts'
import type { ContactKind } from '#contract/products.ts'
import { AppError } from '#server/app-error.ts'
import type { Database } from '#server/db/connect.ts'
import type { RateLimiter } from '#server/http/rate-limit.ts'
import { insertReveal, selectContacts } from './queries.ts'
import type { SellerDetails } from './seller.ts'

const NOT_AVAILABLE = {
  email: 'email-not-available',
  phone: 'phone-not-available',
  website: 'website-not-available',
} as const

/** Null where the seller gave none, and no less where they show it to nobody: the two look alike. */
function shownTo(viewer: 'owner' | 'signed-in', seller: SellerDetails, kind: ContactKind): string | null {
  const isHidden = seller[`${kind}_visibility`] === 'nobody'
  return viewer === 'signed-in' && isHidden ? null : seller[kind]
}

/** Contact details for people who are signed in: limited, and each one noted. */
export function contacts({ db, limiter }: { db: Database; limiter: RateLimiter }) {
  return async (viewerId: string, sellerId: string, kind: ContactKind): Promise<string> => {
    const isOwner = viewerId === sellerId
    if (!isOwner) {
      // Counted before anything is looked up, so that asking for what is not there costs as much.
      await limiter.take(`reveal-hour:${viewerId}`, REVEALS_AN_HOUR, 'too-many-reveals')
      await limiter.take(`reveal-day:${viewerId}`, REVEALS_A_DAY, 'too-many-reveals')
    }
    const seller = await selectContacts(db, sellerId)
    if (!seller) throw new AppError('seller-not-found')
    const value = shownTo(isOwner ? 'owner' : 'signed-in', seller, kind)
    if (!value) throw new AppError(NOT_AVAILABLE[kind])
    if (!isOwner) await insertReveal(db, { viewer_id: viewerId, seller_id: sellerId, kind })
    return value
  }
}
