import type { Product } from '#contract/products.ts'
import { loginPath } from '#web/accounts/sessions/return-to.ts'
import { useSession } from '#web/accounts/sessions/session.ts'
import { useLocation, useNavigate } from '#web/platform/router/use-router.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { PhoneIcon, WhatsAppIcon } from './contact-icons.tsx'
import { openPhone, openWhatsApp } from './open-contact.ts'
import { useContact } from './use-contact.ts'

/** Call and WhatsApp, where the seller shows a phone number; it is revealed by the tap, to signed-in people. */
export function ReachSeller({ product }: { product: Product }) {
  const { seller, status } = product
  const session = useSession()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { reveal, isRevealing } = useContact(seller.id, 'phone')
  const phone = seller.contacts.find(({ kind }) => kind === 'phone')
  if (!phone || status === 'sold' || session?.user.id === seller.id) return null

  async function reach(act: (value: string) => void) {
    if (!phone?.value && !session) return navigate(loginPath(pathname))
    const value = phone?.value ?? (await reveal())
    if (value) act(value)
  }

  return (
    <>
      <Button
        look="icon"
        className="reach"
        aria-label="Call"
        aria-disabled={isRevealing}
        onClick={() => void reach((value) => openPhone('tel', value))}
      >
        <PhoneIcon />
      </Button>
      <Button
        look="icon"
        className="reach"
        aria-label="WhatsApp"
        aria-disabled={isRevealing}
        onClick={() => void reach((value) => openWhatsApp(value, product))}
      >
        <WhatsAppIcon />
      </Button>
    </>
  )
}
