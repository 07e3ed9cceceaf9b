import type { Database } from '#server/db/connect.ts'
import { drafts } from './drafts.ts'
import { beginDraft } from './new-draft.ts'
import { ownProducts } from './own-products.ts'
import { publishing } from './publishing.ts'
import type { SellingParts } from './selling-parts.ts'
import { statuses } from './statuses.ts'
import { viewCounter } from './views.ts'

export type SellingService = ReturnType<typeof sellingService>

/** What people do with their own listings. Another's product is refused with `product-not-found` everywhere. */
export function sellingService(parts: SellingParts) {
  const own = ownProducts(parts)
  return {
    /** An empty draft, within the caller's transaction; returns its id. */
    beginDraft: (tx: Database, sellerId: string) => beginDraft(tx, sellerId),
    ...own,
    ...drafts(parts, own),
    ...publishing(parts, own),
    ...statuses(parts, own),
    views: viewCounter(parts),
  }
}
