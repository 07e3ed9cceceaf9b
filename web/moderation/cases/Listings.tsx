import { useQuery } from '@tanstack/react-query'
import type { ListingLine } from '#contract/moderation/cases/people.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { RelativeTime } from '#web/platform/ui/time/RelativeTime.tsx'
import { loadedData } from '#web/platform/ui/loaded-data.tsx'
import { ActionBar } from './ActionBar.tsx'
import { LISTING_STATUSES } from './case-texts.ts'
import { DeleteForGood } from './DeleteForGood.tsx'
import { foundListingsQuery } from '#web/moderation/staff/queries.ts'
import { SearchForm, useSearchedWords } from './SearchForm.tsx'

const HELD = 'held'

interface ListingsProps {
  isAdministrator: boolean
}

function ListingRow({ listing, isAdministrator }: ListingsProps & { listing: ListingLine }) {
  const { id, title, status, seller, createdAt } = listing
  const isHeld = status === HELD
  return (
    <li className="px-4 py-3">
      <p className="font-semibold">
        {isHeld ? (
          title
        ) : (
          <Link to={`/products/${id}`} className="link">
            <bdi>{title}</bdi>
          </Link>
        )}
      </p>
      <p className="mb-2 text-sm text-muted">
        {`${LISTING_STATUSES[status] ?? status} · `}
        <Link to={`/moderation/people/${seller.id}`} className="link">
          <bdi>{seller.name}</bdi>
        </Link>
        {' · '}
        <RelativeTime iso={createdAt} />
      </p>
      <ActionBar
        actions={isHeld ? ['restore', 'remove'] : ['hold', 'remove']}
        target={{ kind: 'product', id }}
        title={title}
        subjectName={seller.name}
      />
      {isAdministrator && <DeleteForGood name="deleteListing" id={id} title={title} />}
    </li>
  )
}

function Found({ q, isAdministrator }: ListingsProps & { q: string }) {
  const [data, instead] = loadedData(useQuery(foundListingsQuery(useApi(), q)), 'Failed to search')
  if (!data) return instead
  if (data.length === 0) return <EmptyState drawing="calabash" title="No listings found" />
  return (
    <ul aria-label="Listings" className="card divide-y divide-line">
      {data.map((listing) => (
        <ListingRow key={listing.id} listing={listing} isAdministrator={isAdministrator} />
      ))}
    </ul>
  )
}

/** Listings of every status except drafts. */
export function Listings({ isAdministrator }: ListingsProps) {
  const q = useSearchedWords()
  return (
    <>
      <SearchForm label="Words in the title, or id" />
      {q && <Found q={q} isAdministrator={isAdministrator} />}
    </>
  )
}
