import { useInfiniteQuery } from '@tanstack/react-query'
import { isolated } from '#contract/isolated.ts'
import type { AuditLine } from '#contract/moderation/cases/people.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { PagedList } from '#web/platform/ui/PagedList.tsx'
import { RelativeTime } from '#web/platform/ui/time/RelativeTime.tsx'
import { DecisionCards } from './DecisionList.tsx'
import { auditQuery, decisionsQuery } from '#web/moderation/staff/queries.ts'

const ACTS: Record<string, string> = {
  'looked-up-person': 'Looked up a person',
  'looked-up-contacts': 'Looked up a person’s contact details',
  'searched-people': 'Searched for people',
  'searched-listings': 'Searched for listings',
  'looked-at-mails': 'Looked at the mail log',
  'looked-at-case': 'Looked at a case',
  'decided-appeal': 'Decided an appeal',
  'looked-at-messages': 'Looked at reported messages',
  'changed-role': 'Changed a role',
  'looked-at-held-message': 'Looked at a held message',
  'released-held-message': 'Released a held message',
  'refused-held-message': 'Refused a held message',
  'added-guard-rule': 'Added a guard rule',
  'changed-guard-rule': 'Changed a guard rule',
  'changed-word-list': 'Changed a word list',
  'retried-job': 'Ran a failed job again',
  'rotated-keys': 'Rotated the site’s keys',
  'dropped-job': 'Deleted a failed job',
  'set-notice': 'Set the site notice',
  'removed-notice': 'Removed the site notice',
  'refused-word': 'Refused a word in names',
  'allowed-word': 'Allowed a word in names',
  'changed-category': 'Changed a category',
  'deleted-listing': 'Deleted a listing',
  'deleted-person': 'Deleted an account',
}

const AuditItem = ({ line }: { line: AuditLine }) => (
  <li className="px-4 py-3">
    <p className="font-semibold">{ACTS[line.action] ?? line.action}</p>
    <p dir="auto" className="text-sm">
      {line.detail}
    </p>
    <p className="text-sm text-muted">
      {`${isolated(line.actor?.name ?? 'On the server')} · `}
      <RelativeTime iso={line.createdAt} />
      {line.targetId && ` · ${line.targetKind} ${line.targetId}`}
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
