import type { Product } from '#contract/products.ts'
import { useSession } from '#web/accounts/session.ts'
import { MessageIcon } from '#web/ui/icons.tsx'
import { showToast } from '#web/ui/toast.ts'

/** SPEC 2: disabled on one's own listing and once the product is sold; a visitor is asked to log in. */
export function MessageSellerButton({ product, className = '' }: { product: Product; className?: string }) {
  const session = useSession()
  const isOwn = session?.user.id === product.seller.id
  return (
    <button
      type="button"
      disabled={isOwn || product.status === 'sold'}
      className={`button button-primary ${className}`}
      onClick={() =>
        session
          ? showToast('Messages open soon', 'Until then, use the contact details of the seller.')
          : showToast('Login required', 'Please log in to message the seller')
      }
    >
      <MessageIcon className="size-5" />
      {isOwn ? 'Your Listing' : 'Message Seller'}
    </button>
  )
}
