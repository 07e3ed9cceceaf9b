import { useQuery } from '@tanstack/react-query'
import { useApi } from '#web/api/api-context.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Link } from '#web/ui/Link.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { latestNotificationsQuery } from './list-queries.ts'
import { NotificationDays } from './NotificationDays.tsx'
import { NotificationsOutline } from './NotificationsOutline.tsx'

/** The newest notifications, as the dashboard shows them. */
export function LatestNotifications({ personId }: { personId: string }) {
  const { data, isError, refetch } = useQuery(latestNotificationsQuery(useApi(), personId))
  if (!data && isError)
    return <LoadFailure message="Failed to load notifications" retry={() => void refetch()} />
  if (!data) return <NotificationsOutline />
  if (data.items.length === 0) return <EmptyState title="No notifications" />
  return (
    <>
      <NotificationDays personId={personId} notifications={data.items} />
      <p className="mt-6 text-center">
        <Link to="/notifications-page" className="button button-quiet">
          See all notifications
        </Link>
      </p>
    </>
  )
}
