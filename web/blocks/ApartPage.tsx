import { usePublicConfig } from '#web/app/public-config.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import type { Apart } from './hidden-people.ts'
import { UnblockButton } from './UnblockButton.tsx'
import type { Person } from './use-block.ts'

interface ApartPageProps {
  apart: Apart
  person: Person
  /** What the page would show. */
  what: 'Product' | 'Seller'
}

/** In the place of a listing or a seller: who blocked is reminded, the other reads what they would if it were gone. */
export function ApartPage({ apart, person, what }: ApartPageProps) {
  const { siteName } = usePublicConfig()
  const title = apart === 'blocked' ? `You blocked ${person.name}` : `${what} not found`
  return (
    <div className="page py-8">
      <title>{`${title} | ${siteName}`}</title>
      <EmptyState level={1} title={title}>
        {apart === 'blocked' ? (
          <>
            <p>
              You do not see each other’s listings and cannot write to each other. They are not told about it.
            </p>
            <UnblockButton person={person} look="primary" />
          </>
        ) : (
          <>
            <p>It may have been removed, or the link is not complete.</p>
            <Link to="/products" className="button button-primary">
              Browse Products
            </Link>
          </>
        )}
      </EmptyState>
    </div>
  )
}
