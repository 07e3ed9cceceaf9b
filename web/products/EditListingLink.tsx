import type { Product } from '#contract/products.ts'
import { useSession } from '#web/accounts/sessions/session.ts'
import { Link } from '#web/platform/ui/Link.tsx'

/** Shown only to the seller, who cannot send messages to themselves. */
export function EditListingLink({ product }: { product: Product }) {
  if (useSession()?.user.id !== product.seller.id) return null
  return (
    <Link to={`/edit-product/${product.id}`} className="button button-quiet mt-2 w-full">
      Edit listing
    </Link>
  )
}
