import { type InfiniteData, useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { isolated } from '#contract/isolated.ts'
import type { ReactNode } from 'react'
import type { AuditLine } from '#contract/moderation/cases/people.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { LoadFailure } from '#web/platform/ui/LoadFailure.tsx'
import { PageSkeleton } from '#web/platform/ui/PageSkeleton.tsx'
import { RelativeTime } from '#web/platform/ui/time/RelativeTime.tsx'
import { ShowMore } from '#web/platform/ui/ShowMore.tsx'
import { DecisionCards } from './DecisionList.tsx'
import { auditQuery, decisionsQuery } from '#web/moderation/staff/queries.ts'

interface RecordsProps<Item> {
  query: UseInfiniteQueryResult<InfiniteData<{ items: Item[] }>>
  children: (items: Item[]) => ReactNode
}

/** A list that goes on, newest first. */
export function Records<Item>({ query, children }: RecordsProps<Item>) {
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  if (!data && isError) return <LoadFailure message="Failed to load the list" retry={() => void refetch()} />
  if (!data) return <PageSkeleton />
  const items = data.pages.flatMap((page) => page.items)
  if (items.length === 0) return <EmptyState title="Nothing yet" />
  return (
    <>
      {children(items)}
      {hasNextPage && <ShowMore isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />}
    </>
  )
}

const ACTS: Record<string, string> = {
  'looked-up-person': 'Looked up a person',
  'looked-up-contacts': 'Looked up how to reach a person',
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
  'added-guard-rule': 'Added a rule of the guard',
  'changed-guard-rule': 'Changed a rule of the guard',
  'retried-job': 'Had a failed job run again',
  'rotated-keys': 'Rotated the keys of the site',
  'dropped-job': 'Dropped a failed job',
  'set-notice': 'Set the notice of every page',
  'removed-notice': 'Removed the notice',
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
      {`${isolated(line.actor?.name ?? 'At the server')} · `}
      <RelativeTime iso={line.createdAt} />
      {line.targetId && ` · ${line.targetKind} ${line.targetId}`}
    </p>
  </li>
)

export const Decisions = () => (
  <Records query={useInfiniteQuery(decisionsQuery(useApi()))}>
    {(decisions) => <DecisionCards decisions={decisions} />}
  </Records>
)

export const Audit = () => (
  <Records query={useInfiniteQuery(auditQuery(useApi()))}>
    {(lines) => (
      <ul className="card divide-y divide-line">
        {lines.map((line) => (
          <AuditItem key={line.id} line={line} />
        ))}
      </ul>
    )}
  </Records>
)
