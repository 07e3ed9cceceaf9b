import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ContactKind } from '#contract/products.ts'
import { useApi } from '#web/api/api-context.ts'
import { ApiError } from '#web/api/client.ts'
import { showToast } from '#web/ui/toast.ts'
import { ContactLink } from './ContactLink.tsx'
import { contactQuery } from './queries.ts'

const SHOW_TEXTS: Record<ContactKind, string> = {
  email: 'Show email',
  phone: 'Show phone',
  website: 'Show website',
}

/** SPEC 8: what is said of a detail that is not to be had. */
const DETAILS: Partial<Record<string, string>> = {
  'phone-not-available': 'The seller has not provided their phone number.',
  'email-not-available': 'The seller has not provided their email address.',
}

function tellFailure(error: unknown) {
  if (error instanceof ApiError) showToast(error.message, DETAILS[error.code])
}

/** Shows a detail to someone signed in when they ask, and not before: each look is counted. */
export function ContactReveal({ sellerId, kind }: { sellerId: string; kind: ContactKind }) {
  const { data, isFetching, refetch } = useQuery(contactQuery(useApi(), sellerId, kind))
  const link = useRef<HTMLAnchorElement>(null)
  const isAsked = useRef(false)
  useEffect(() => {
    // The button is gone; what it showed takes the focus.
    if (data && isAsked.current) link.current?.focus()
  }, [data])

  async function show() {
    isAsked.current = true
    const { error } = await refetch()
    if (error) tellFailure(error)
  }

  if (data) return <ContactLink ref={link} kind={kind} value={data} />
  return (
    <button
      type="button"
      className="link inline-flex min-h-11 items-center"
      aria-disabled={isFetching}
      onClick={() => isFetching || void show()}
    >
      {isFetching ? 'Asking…' : SHOW_TEXTS[kind]}
    </button>
  )
}
