import type { Ref } from 'react'
import type { ContactKind } from '#contract/products.ts'

export const KIND_TEXTS: Record<ContactKind, string> = { email: 'Email', phone: 'Phone', website: 'Website' }

function hrefOf(kind: ContactKind, value: string) {
  if (kind === 'email') return `mailto:${value}`
  if (kind === 'phone') return `tel:${value.replace(/[^+\d]/g, '')}`
  return /^https?:\/\//.test(value) ? value : undefined
}

interface ContactLinkProps {
  kind: ContactKind
  value: string
  ref?: Ref<HTMLAnchorElement>
}

/** A contact detail as a link: it calls, writes or opens. */
export function ContactLink({ kind, value, ref }: ContactLinkProps) {
  const href = hrefOf(kind, value)
  const text = kind === 'website' ? value.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '') : value
  if (!href) return text
  return (
    <a
      ref={ref}
      href={href}
      className="link inline-flex min-h-11 items-center"
      {...(kind === 'website' && { target: '_blank', rel: 'noopener noreferrer nofollow ugc' })}
    >
      {text}
    </a>
  )
}
