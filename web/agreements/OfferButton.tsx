import { useEffect } from 'react'
import type { Product } from '#contract/products.ts'
import { useSession } from '#web/accounts/sessions/session.ts'
import { loginPath } from '#web/platform/router/login-path.ts'
import { useLocation, useNavigate } from '#web/platform/router/use-router.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { lazyDialog } from '#web/platform/ui/dialogs/lazy-dialog.tsx'

const useOfferSheet = lazyDialog(async () => (await import('./OfferSheet.tsx')).OfferSheet)

/** In the address of people who come back from logging in to make an offer. */
const OFFER = '?offer'

/** Offers another price for somebody else's negotiable product; visitors log in first. */
export function OfferButton({ product }: { product: Product }) {
  const { seller, status, priceType } = product
  const session = useSession()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const { open, show } = useOfferSheet()
  const isOffered = priceType === 'negotiable' && status === 'available' && session?.user.id !== seller.id
  const isBack = isOffered && session !== null && search === OFFER
  useEffect(() => {
    if (!isBack) return
    // A reload opens it no more.
    navigate(pathname, { replace: true })
    open()
  }, [isBack, navigate, pathname, open])
  if (!isOffered) return null
  return (
    <>
      <Button
        className="mt-5 noscript:hidden"
        onClick={() => (session ? open() : navigate(loginPath(pathname + OFFER)))}
      >
        Make an offer
      </Button>
      {show({ product })}
    </>
  )
}
