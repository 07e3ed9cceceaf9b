import { useEffect, useEffectEvent } from 'react'
import type { Product } from '#contract/products.ts'
import { useSession } from '#web/accounts/sessions/session.ts'
import { loginPath } from '#web/platform/router/login-path.ts'
import { useLocation, useNavigate, useSearchParams } from '#web/platform/router/use-router.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { lazyDialog } from '#web/platform/ui/dialogs/lazy-dialog.tsx'

const useOfferSheet = lazyDialog(async () => (await import('./OfferSheet.tsx')).OfferSheet)

/** In the address of people who come back from logging in to make an offer. */
const OFFER = 'offer'

/** Opens the sheet for people who pressed the button before they logged in. */
function useOpenOnReturn(canOffer: boolean, open: () => void) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const isBack = canOffer && search.has(OFFER)
  const goOn = useEffectEvent(() => {
    // A reload opens it no more.
    navigate(pathname, { replace: true })
    open()
  })
  useEffect(() => {
    if (isBack) goOn()
  }, [isBack])
}

/** Offers another price for somebody else's negotiable product; visitors log in first. */
export function OfferButton({ product }: { product: Product }) {
  const { seller, status, priceType } = product
  const session = useSession()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const sheet = useOfferSheet()
  const isOffered = priceType === 'negotiable' && status === 'available' && session?.user.id !== seller.id
  useOpenOnReturn(isOffered && session !== null, sheet.open)
  if (!isOffered) return null
  return (
    <>
      <Button
        className="mt-5 noscript:hidden"
        onClick={() => (session ? sheet.open() : navigate(loginPath(`${pathname}?${OFFER}`)))}
      >
        Make an offer
      </Button>
      {sheet.show({ product })}
    </>
  )
}
