import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Contract } from '#contract/contract.ts'
import type { Reply } from '#contract/endpoint.ts'
import type { OwnProductCard } from '#contract/selling/selling.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { Avatar } from '#web/platform/ui/Avatar.tsx'
import { ConfirmDialog } from '#web/platform/ui/dialogs/ConfirmDialog.tsx'
import { refusalWords } from '#web/selling/drafts/conflict-words.ts'
import { interestedQuery } from './queries.ts'
import { ownProductQuery } from '#web/selling/editor/own-product-query.ts'
import { useListingChanges } from './use-listing-changes.ts'

type People = Reply<Contract['listInterestedBuyers']>['people']

const TEXTS = {
  sold: { title: 'Mark as sold', question: 'Who bought it?' },
  reserved: { title: 'Mark as reserved', question: 'Who is it for?' },
} as const

export type TakenStatus = keyof typeof TEXTS

interface BuyerChoiceProps {
  name: string
  buyerId: string
  chosen: string
  onChoose: (buyerId: string) => void
  children: React.ReactNode
}

const BuyerChoice = ({ name, buyerId, chosen, onChoose, children }: BuyerChoiceProps) => (
  <label className="flex min-h-14 cursor-pointer items-center gap-3 rounded-card border border-line px-3.5 py-1.5 has-checked:border-accent has-checked:bg-accent-soft">
    <input
      type="radio"
      name={name}
      value={buyerId}
      checked={chosen === buyerId}
      onChange={() => onChoose(buyerId)}
    />
    {children}
  </label>
)

/** A note below the choices while the people are loading, could not be loaded, or if there are none. */
function PeopleNote({ query }: { query: UseQueryResult<People> }) {
  if (query.data) {
    if (query.data.length > 0) return null
    return <p className="text-sm text-muted">Nobody has written to you about this listing yet.</p>
  }
  if (!query.isError) return <p className="skeleton px-3 py-4 text-sm text-muted">Loading…</p>
  return (
    <p role="alert" className="text-sm">
      Failed to load the people who wrote to you.{' '}
      <button type="button" className="link min-h-11" onClick={() => void query.refetch()}>
        Try again
      </button>
    </p>
  )
}

function BuyerChoices(props: {
  question: string
  query: UseQueryResult<People>
  chosen: string
  onChoose: (buyerId: string) => void
}) {
  const { question, query, chosen, onChoose } = props
  const name = useId()
  const choice = { name, chosen, onChoose }
  return (
    <fieldset className="mt-4 grid gap-2">
      <legend className="mb-2 font-semibold">{question}</legend>
      <BuyerChoice {...choice} buyerId="">
        Someone else
      </BuyerChoice>
      {query.data?.map((person) => (
        <BuyerChoice key={person.id} {...choice} buyerId={person.id}>
          <Avatar name={person.name} src={person.avatar} />
          <bdi>{person.name}</bdi>
        </BuyerChoice>
      ))}
      <PeopleNote query={query} />
    </fieldset>
  )
}

/** Id of the person for whom the listing is reserved, who most likely buys it. */
function useReservedFor({ id, status }: OwnProductCard, personId: string): string | undefined {
  const query = ownProductQuery(useApi(), personId, id)
  return useQuery({ ...query, enabled: status === 'reserved' }).data?.buyer?.id
}

interface SoldDialogProps {
  listing: OwnProductCard
  status: TakenStatus
  personId: string
  onClose: () => void
}

/** Marks a listing sold or reserved, optionally for one of the people who wrote about it. */
export function SoldDialog({ listing, status, personId, onClose }: SoldDialogProps) {
  const { setStatus } = useListingChanges(personId)
  const query = useQuery(interestedQuery(useApi(), personId, listing.id))
  const reservedFor = useReservedFor(listing, personId)
  const [chosen, setChosen] = useState<string>()
  const isKnown = query.data?.some(({ id }) => id === reservedFor)
  const buyerId = chosen ?? (isKnown ? reservedFor : undefined) ?? ''
  const { title, question } = TEXTS[status]

  async function save() {
    try {
      await setStatus(listing, status, buyerId || undefined)
    } catch (error) {
      return refusalWords(error) ?? 'Failed to update the listing. Please try again.'
    }
  }

  return (
    <ConfirmDialog title={title} action={title} busy="Saving…" onConfirm={save} onClose={onClose}>
      <p dir="auto" className="mt-1 text-muted">
        {listing.title}
      </p>
      <BuyerChoices question={question} query={query} chosen={buyerId} onChoose={setChosen} />
    </ConfirmDialog>
  )
}
