import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { Deal } from '#contract/agreements/agreements.ts'
import { type Role, ROLES } from '#contract/agreements/steps.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { useLoadedPages } from '#web/platform/router/use-loaded-pages.ts'
import { useSearchParams } from '#web/platform/router/use-router.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { PagedList } from '#web/platform/ui/PagedList.tsx'
import { DealRows } from './DealRows.tsx'
import { dealsQuery } from './queries.ts'

const FILTERS = { buyer: 'As a buyer', seller: 'As a seller' } as const satisfies Record<Role, string>

/** The chosen role. It is in the address, so that Back and a reload show it again. */
function useRole(): [Role | undefined, (role: Role | undefined) => void] {
  const [search, setSearch] = useSearchParams()
  const named = search.get('role')
  const role = ROLES.find((each) => each === named)
  return [role, (next) => setSearch(next ? { role: next } : {}, { replace: true })]
}

interface FiltersProps {
  role: Role | undefined
  onChange: (role: Role | undefined) => void
}

const Filters = ({ role, onChange }: FiltersProps) => (
  <div role="group" aria-label="Your part" className="mb-4 flex flex-wrap gap-2">
    {ROLES.map((each) => (
      <Button
        key={each}
        look="chip"
        aria-pressed={each === role}
        onClick={() => onChange(each === role ? undefined : each)}
      >
        {FILTERS[each]}
      </Button>
    ))}
  </div>
)

const NO_DEALS = (
  <EmptyState drawing="stall" title="No deals yet">
    <p>Deals you agree in conversations show here.</p>
    <Link to="/messages" className="button button-quiet">
      Go to Messages
    </Link>
  </EmptyState>
)

/** An agreement that changed between two requests may be on two pages; its first place counts. */
function distinct(deals: readonly Deal[]): Deal[] {
  const seen = new Set<string>()
  return deals.filter(({ agreement: { id } }) => !seen.has(id) && seen.add(id))
}

/** The person's agreements: those that wait for the person, then open ones, then past ones. */
export function DealList({ personId }: { personId: string }) {
  const [role, setRole] = useRole()
  const options = dealsQuery(useApi(), personId, role)
  const query = useLoadedPages(useInfiniteQuery({ ...options, placeholderData: keepPreviousData }))
  const hasBoth = (query.data?.pages[0]?.roles.length ?? 0) > 1
  return (
    <>
      {(hasBoth || role) && <Filters role={role} onChange={setRole} />}
      <PagedList query={query} failure="Failed to load your deals" empty={NO_DEALS}>
        {(deals) => <DealRows label="Deals" deals={distinct(deals)} />}
      </PagedList>
    </>
  )
}
