import { useQueryClient } from '@tanstack/react-query'
import type { Product } from '#contract/products.ts'
import { loginPath } from '#web/platform/router/login-path.ts'
import { useSession } from '#web/accounts/sessions/session.ts'
import { useLocation, useNavigate } from '#web/platform/router/use-router.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { showNotLoaded } from '#web/platform/ui/dialogs/lazy-dialog.tsx'
import type { ContactWay } from './contact-seller.ts'
import { PhoneIcon, WhatsAppIcon } from './reach-icons.tsx'

const WAYS = [
  ['Call', PhoneIcon],
  ['WhatsApp', WhatsAppIcon],
] as const

/** 'Call' and 'WhatsApp', if the seller shows a phone number. A press reveals it to signed-in people. */
export function ReachSeller({ product }: { product: Product }) {
  const { seller, status } = product
  const session = useSession()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const api = useApi()
  const queryClient = useQueryClient()
  const phone = seller.contacts.find(({ kind }) => kind === 'phone')
  if (!phone || status === 'sold' || session?.user.id === seller.id) return null

  async function open(way: ContactWay) {
    if (!phone?.value && !session) return navigate(loginPath(pathname))
    const code = await import('./contact-seller.ts').catch(showNotLoaded)
    await code?.contactSeller(way, product, phone?.value ?? null, [queryClient, api])
  }

  return WAYS.map(([way, WayIcon]) => (
    <Button
      key={way}
      look="icon"
      className="reach noscript:hidden"
      aria-label={way}
      onClick={() => void open(way)}
    >
      <WayIcon />
    </Button>
  ))
}
