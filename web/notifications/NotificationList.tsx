import { useInfiniteQuery } from '@tanstack/react-query'
import type { Notification } from '#contract/notifications.ts'
import { useApi } from '#web/api/api-context.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { ShowMore } from '#web/ui/ShowMore.tsx'
import { notificationsQuery } from './list-queries.ts'
import { NotificationDays } from './NotificationDays.tsx'
import { NotificationsOutline } from './NotificationsOutline.tsx'

/** One that was brought up to date meanwhile may stand on two pages: the newer place counts. */
function withoutDoubles(notifications: Notification[]): Notification[] {
  const places = new Map(notifications.map(({ id }, place) => [id, place] as const).toReversed())
  return notifications.filter(({ id }, place) => places.get(id) === place)
}

/** All of a person's notifications, page by page. */
export function NotificationList({ personId }: { personId: string }) {
  const query = useInfiniteQuery(notificationsQuery(useApi(), personId))
  const { data, isError, hasNextPage, fetchNextPage } = query
  const failure = (retry: () => unknown) => (
    <LoadFailure message="Failed to load notifications" retry={() => void retry()} />
  )
  if (!data) return isError ? failure(query.refetch) : <NotificationsOutline />
  const notifications = withoutDoubles(data.pages.flatMap(({ items }) => items))
  if (notifications.length === 0 && !hasNextPage) return <EmptyState title="No notifications" />
  return (
    <>
      <NotificationDays personId={personId} notifications={notifications} />
      {query.isFetchNextPageError && failure(fetchNextPage)}
      {hasNextPage && !query.isFetchNextPageError && (
        <ShowMore isLoading={query.isFetchingNextPage} onMore={() => void fetchNextPage()} />
      )}
    </>
  )
}
