import { useInfiniteQuery } from '@tanstack/react-query'
import { useSession } from '#web/accounts/sessions/session.ts'
import { OwnDecisionItem } from '#web/moderation/appeals/OwnDecisionItem.tsx'
import { ownDecisionsQuery } from '#web/moderation/appeals/queries.ts'
import { useLoadedPages } from '#web/platform/router/use-loaded-pages.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { PagedList } from '#web/platform/ui/PagedList.tsx'

const NOTHING = (
  <EmptyState drawing="stool" title="No decisions">
    <p>When a moderator decides something about you or your listings, you see it here with the reason.</p>
  </EmptyState>
)

function Decisions({ personId }: { personId: string }) {
  const query = useLoadedPages(useInfiniteQuery(ownDecisionsQuery(useApi(), personId)))
  return (
    <PagedList query={query} failure="Failed to load decisions" empty={NOTHING}>
      {(decisions) => (
        <ul className="grid gap-3">
          {decisions.map((decision) => (
            <OwnDecisionItem key={decision.id} decision={decision} personId={personId} />
          ))}
        </ul>
      )}
    </PagedList>
  )
}

/** Moderators' decisions about the person, each with a way to appeal. */
export function DecisionsPage() {
  const session = useSession()
  if (!session) return null
  return (
    <div className="page min-h-dvh max-w-3xl py-6">
      <h1 className="mb-5 text-2xl font-bold">Decisions</h1>
      {/* The key resets the list when another person signs in. */}
      <Decisions key={session.user.id} personId={session.user.id} />
    </div>
  )
}
