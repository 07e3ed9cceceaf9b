import { useInfiniteQuery } from '@tanstack/react-query'
import type { Notification } from '#contract/notifications/notifications.ts'
import { useLoadedPages } from '#web/platform/router/use-loaded-pages.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { LoadFailure } from '#web/platform/ui/LoadFailure.tsx'
import { ShowMore } from '#web/platform/ui/ShowMore.tsx'
import { notificationsQuery } from './list-queries.ts'
import { NoNotifications } from './NoNotifications.tsx'
import { NotificationDays } from '#web/notifications/rows/NotificationDays.tsx'
import { NotificationsOutline } from './NotificationsOutline.tsx'

/** A notification that was updated between two requests may be on two pages; its newer position counts. */
function withoutDuplicates(notifications: Notification[]): Notification[] {
  const indexes = new Map(notifications.map(({ id }, index) => [id, index] as const).toReversed())
  return notifications.filter(({ id }, index) => indexes.get(id) === index)
}

export function NotificationList({ personId }: { personId: string }) {
  const query = useLoadedPages(useInfiniteQuery(notificationsQuery(useApi(), personId)))
  const { data, isError, hasNextPage, fetchNextPage } = query
  const failure = (retry: () => unknown) => (
    <LoadFailure message="Failed to load notifications" retry={() => void retry()} />
  )
  if (!data) return isError ? failure(query.refetch) : <NotificationsOutline />
  const notifications = withoutDuplicates(data.pages.flatMap(({ items }) => items))
  if (notifications.length === 0 && !hasNextPage) return <NoNotifications />
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
