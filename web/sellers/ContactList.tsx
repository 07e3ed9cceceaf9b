import { Suspense } from 'react'
import { useLocation } from '#web/platform/router/use-router.ts'
import type { Seller } from '#contract/products.ts'
import { loginPath } from '#web/platform/router/login-path.ts'
import { useSession } from '#web/accounts/sessions/session.ts'
import { Link } from '#web/platform/ui/Link.tsx'
import { ContactLink, KIND_TEXTS } from './ContactLink.tsx'
import { lazyPart } from '#web/platform/ui/lazy/lazy-part.ts'

// Only signed-in people need these parts.
const ContactReveal = lazyPart(async () => (await import('./ContactReveal.tsx')).ContactReveal)
const OwnContacts = lazyPart(async () => (await import('./OwnContacts.tsx')).OwnContacts)

/** Reserves the height of a value that is being loaded. */
const VALUE_PLACEHOLDER = <span className="inline-flex min-h-11" />

function ContactValue({ sellerId, contact }: { sellerId: string; contact: Seller['contacts'][number] }) {
  const session = useSession()
  const { pathname } = useLocation()
  const { kind, value } = contact
  if (value !== null) return <ContactLink kind={kind} value={value} />
  if (session)
    return (
      <Suspense fallback={VALUE_PLACEHOLDER}>
        <ContactReveal sellerId={sellerId} kind={kind} />
      </Suspense>
    )
  return (
    <Link to={loginPath(pathname)} className="link inline-flex min-h-11 items-center">
      Log in to see
    </Link>
  )
}

/** A seller's contact details that the viewer may see. */
export function ContactList({ seller }: { seller: Seller }) {
  const session = useSession()
  const isOwn = session?.user.id === seller.id
  const list = seller.contacts.length > 0 && (
    <dl className="contacts">
      {seller.contacts.map((contact) => (
        <div key={contact.kind} className="contents">
          <dt>{KIND_TEXTS[contact.kind]}</dt>
          <dd>{isOwn ? VALUE_PLACEHOLDER : <ContactValue sellerId={seller.id} contact={contact} />}</dd>
        </div>
      ))}
    </dl>
  )
  if (!isOwn) return list
  return (
    <Suspense fallback={list}>
      <OwnContacts sellerId={seller.id} placeholder={list} />
    </Suspense>
  )
}
