import type { Product } from '#contract/products.ts'
import { useSession } from '#web/accounts/sessions/session.ts'
import { loginPath } from '#web/platform/router/login-path.ts'
import { useLocation, useNavigate } from '#web/platform/router/use-router.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { lazyDialog } from '#web/platform/ui/dialogs/lazy-dialog.tsx'

const useOfferSheet = lazyDialog(async () => (await import('./OfferSheet.tsx')).OfferSheet)

/** Offers another price for somebody else's negotiable product; visitors log in first. */
export function OfferButton({ product }: { product: Product }) {
  const { seller, status, priceType } = product
  const session = useSession()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const sheet = useOfferSheet()
  if (priceType !== 'negotiable' || status !== 'available' || session?.user.id === seller.id) return null
  return (
    <>
      <Button
        className="mt-5 noscript:hidden"
        onClick={() => (session ? sheet.open() : navigate(loginPath(pathname)))}
      >
        Make an offer
      </Button>
      {sheet.show({ product })}
    </>
  )
}
