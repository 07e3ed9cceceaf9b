import { useEffect, useRef } from 'react'
import type { ContactKind } from '#contract/products.ts'
import { ContactLink } from './ContactLink.tsx'
import { useContact } from './use-contact.ts'

const SHOW_TEXTS: Record<ContactKind, string> = {
  email: 'Show email',
  phone: 'Show phone',
  website: 'Show website',
}

/**
 * Reveals a detail to a signed-in person when they press the button, and not before, because each request is counted.
 */
export function ContactReveal({ sellerId, kind }: { sellerId: string; kind: ContactKind }) {
  const { value, isRevealing, reveal } = useContact(sellerId, kind)
  const link = useRef<HTMLAnchorElement>(null)
  const isRequested = useRef(false)
  useEffect(() => {
    // The button disappears, so the revealed detail takes the focus.
    if (value && isRequested.current) link.current?.focus()
  }, [value])

  if (value) return <ContactLink ref={link} kind={kind} value={value} />
  return (
    <button
      type="button"
      className="link inline-flex min-h-11 items-center"
      aria-disabled={isRevealing}
      onClick={() => {
        isRequested.current = true
        void reveal()
      }}
    >
      {isRevealing ? 'Loading…' : SHOW_TEXTS[kind]}
    </button>
  )
}
