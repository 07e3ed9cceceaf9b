import type { Product } from '#contract/products.ts'
import { useSession } from '#web/accounts/sessions/session.ts'
import { ReportButton } from './ReportButton.tsx'

/** Draws nothing for the listing's own seller. */
export function ReportListing({ product }: { product: Product }) {
  const session = useSession()
  if (session?.user.id === product.seller.id) return null
  return (
    <p className="mt-4 noscript:hidden">
      <ReportButton
        target={{ kind: 'product', id: product.id }}
        what="listing"
        className="lone-link text-sm text-muted hover:underline"
      >
        Report this listing
      </ReportButton>
    </p>
  )
}
