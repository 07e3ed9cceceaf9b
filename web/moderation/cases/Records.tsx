import { useInfiniteQuery } from '@tanstack/react-query'
import type { AuditLine } from '#contract/moderation/cases/people.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { PagedList } from '#web/platform/ui/PagedList.tsx'
import { Moment } from '#web/platform/ui/time/Moment.tsx'
import { DecisionCards } from './DecisionList.tsx'
import { PersonLink } from './DeskLink.tsx'
import { NoteText } from './NoteText.tsx'
import { auditQuery, decisionsQuery } from '#web/moderation/staff/queries.ts'

const AuditItem = ({ line }: { line: AuditLine }) => (
  <li className="px-4 py-3 wrap-anywhere">
    <NoteText note={line.note} />
    <p className="text-sm text-muted">
      {line.actor ? <PersonLink {...line.actor} /> : 'On the server'}
      {' · '}
      <Moment iso={line.createdAt} />
    </p>
  </li>
)

const FAILED = 'Failed to load the list'
const NOTHING = (
  <EmptyState drawing="stool" title="Nothing yet">
    <p>What the team decides and does appears here.</p>
  </EmptyState>
)

export const Decisions = () => (
  <PagedList query={useInfiniteQuery(decisionsQuery(useApi()))} failure={FAILED} empty={NOTHING}>
    {(decisions) => <DecisionCards decisions={decisions} />}
  </PagedList>
)

export const Audit = () => (
  <PagedList query={useInfiniteQuery(auditQuery(useApi()))} failure={FAILED} empty={NOTHING}>
    {(lines) => (
      <ul className="card divide-y divide-line">
        {lines.map((line) => (
          <AuditItem key={line.id} line={line} />
        ))}
      </ul>
    )}
  </PagedList>
)
