import { usePublicConfig } from '#web/app/public-config.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import type { Apart } from './hidden-people.ts'
import { UnblockButton } from './UnblockButton.tsx'
import type { Person } from './use-block.ts'

export interface ApartPageProps {
  apart: Apart
  person: Person
  /** What the page would show. */
  what: 'Product' | 'Seller'
}

function titleOf(apart: Apart, name: string, what: ApartPageProps['what']): string {
  if (apart === 'blocked') return `You blocked ${name}`
  return apart === 'reported'
    ? `You reported this ${what === 'Product' ? 'listing' : 'seller'}`
    : `${what} not found`
}

/** In the place of a listing or a seller: who blocked is reminded, the other reads what they would if it were gone. */
export function ApartPage({ apart, person, what }: ApartPageProps) {
  const { siteName } = usePublicConfig()
  const title = titleOf(apart, person.name, what)
  return (
    <div className="page py-8">
      <title>{`${title} | ${siteName}`}</title>
      <EmptyState level={1} title={title}>
        {apart === 'blocked' && (
          <>
            <p>
              You do not see each other’s listings and cannot write to each other. They are not told about it.
            </p>
            <UnblockButton person={person} look="primary" />
          </>
        )}
        {apart === 'reported' && (
          <>
            <p>A moderator looks at it. Send no money for it meanwhile.</p>
            <Link to="/reports" className="button button-primary">
              My reports
            </Link>
          </>
        )}
        {apart === 'hidden' && (
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
