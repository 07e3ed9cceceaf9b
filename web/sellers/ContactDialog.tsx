import { useQuery } from '@tanstack/react-query'
import { isolated } from '#contract/isolated.ts'
import { type RefObject, useId, useState } from 'react'
import type { ContactKind, Seller } from '#contract/products.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { CloseIcon } from '#web/platform/ui/icons.tsx'
import { LoadFailure } from '#web/platform/ui/LoadFailure.tsx'
import { ContactLink, KIND_TEXTS } from './ContactLink.tsx'
import { ContactReveal } from './ContactReveal.tsx'
import { sellerQuery } from './queries.ts'
import { SafetyNote } from './SafetyNote.tsx'

const MISSING: Record<ContactKind, string> = {
  phone: 'Phone number not available',
  email: 'Email not available',
  website: 'Website not available',
}
const KINDS = ['phone', 'email', 'website'] as const

function Detail({
  sellerId,
  kind,
  contacts,
}: { sellerId: string; kind: ContactKind } & Pick<Seller, 'contacts'>) {
  const contact = contacts.find((each) => each.kind === kind)
  if (!contact) return <span className="inline-flex min-h-11 items-center">{MISSING[kind]}</span>
  if (contact.value !== null) return <ContactLink kind={kind} value={contact.value} />
  return <ContactReveal sellerId={sellerId} kind={kind} />
}

function Details({ personId }: { personId: string }) {
  const { data, isError, refetch } = useQuery(sellerQuery(useApi(), personId))
  if (isError) return <LoadFailure message="Failed to load contact details" retry={() => void refetch()} />
  if (!data) return <div aria-busy="true" className="skeleton mt-3 h-32" />
  return (
    <dl className="contacts">
      {KINDS.map((kind) => (
        <div key={kind} className="contents">
          <dt>{KIND_TEXTS[kind]}</dt>
          <dd>
            <Detail sellerId={personId} kind={kind} contacts={data.contacts} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface ContactDialogProps {
  ref: RefObject<HTMLDialogElement | null>
  personId: string
  name: string
}

/** The contact details that a person shows to others, with the safety tip. */
export function ContactDialog({ ref, personId, name }: ContactDialogProps) {
  const title = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <dialog
      ref={ref}
      aria-labelledby={title}
      closedby="any"
      className="dialog w-md"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <div className="p-5">
        <div className="flex items-start justify-between gap-2">
          <h2 id={title} className="pt-2 text-lg font-bold">
            {`Contact ${isolated(name)}`}
          </h2>
          <Button
            aria-label="Close"
            look="icon"
            className="-mt-0.5 -mr-2"
            onClick={() => ref.current?.close()}
          >
            <CloseIcon />
          </Button>
        </div>
        {isOpen && <Details personId={personId} />}
        <SafetyNote />
      </div>
    </dialog>
  )
}
