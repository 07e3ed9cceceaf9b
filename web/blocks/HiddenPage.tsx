import { isolated } from '#contract/isolated.ts'
import { usePublicConfig } from '#web/platform/config/public-config.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import type { HiddenReason } from './hidden-people.ts'
import { UnblockButton } from './UnblockButton.tsx'
import type { Person } from './use-block.ts'

export interface HiddenPageProps {
  reason: HiddenReason
  person: Person
  /** The kind of page that it replaces. */
  what: 'Product' | 'Seller'
}

const titleOf = (reason: HiddenReason, name: string, what: HiddenPageProps['what']): string =>
  reason === 'blocked'
    ? `You blocked ${isolated(name)}`
    : `You reported this ${what === 'Product' ? 'listing' : 'seller'}`

/** Replaces a listing or a seller's page and reminds viewers that they blocked or reported it. */
export function HiddenPage({ reason, person, what }: HiddenPageProps) {
  const { siteName } = usePublicConfig()
  const title = titleOf(reason, person.name, what)
  return (
    <div className="page py-8">
      <title>{`${title} | ${siteName}`}</title>
      <EmptyState drawing="kiosk" level={1} title={title}>
        {reason === 'blocked' && (
          <>
            <p>You do not see each other’s listings and cannot write to each other. We do not tell them.</p>
            <UnblockButton person={person} look="primary" />
          </>
        )}
        {reason === 'reported' && (
          <>
            <p>A moderator will look at it. Do not send any money for it.</p>
            <Link to="/reports" className="button button-primary">
              My reports
            </Link>
          </>
        )}
      </EmptyState>
    </div>
  )
}
