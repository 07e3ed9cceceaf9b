import { useEffect, useRef } from 'react'
import type { ContactKind } from '#contract/products.ts'
import { ContactLink } from './ContactLink.tsx'
import { useContact } from './use-contact.ts'

const SHOW_TEXTS: Record<ContactKind, string> = {
  email: 'Show email',
  phone: 'Show phone',
  website: 'Show website',
}

/** Shows a detail to someone signed in when they ask, and not before: each look is counted. */
export function ContactReveal({ sellerId, kind }: { sellerId: string; kind: ContactKind }) {
  const { value, isAsking, ask } = useContact(sellerId, kind)
  const link = useRef<HTMLAnchorElement>(null)
  const isAsked = useRef(false)
  useEffect(() => {
    // The button is gone; what it showed takes the focus.
    if (value && isAsked.current) link.current?.focus()
  }, [value])

  if (value) return <ContactLink ref={link} kind={kind} value={value} />
  return (
    <button
      type="button"
      className="link inline-flex min-h-11 items-center"
      aria-disabled={isAsking}
      onClick={() => {
        isAsked.current = true
        void ask()
      }}
    >
      {isAsking ? 'Asking…' : SHOW_TEXTS[kind]}
    </button>
  )
}
