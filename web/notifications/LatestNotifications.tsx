import { useQuery } from '@tanstack/react-query'
import { useApi } from '#web/platform/api/api-context.ts'
import { Link } from '#web/platform/ui/Link.tsx'
import { LoadFailure } from '#web/platform/ui/LoadFailure.tsx'
import { latestNotificationsQuery } from './list-queries.ts'
import { NoNotifications } from './NoNotifications.tsx'
import { NotificationDays } from '#web/notifications/rows/NotificationDays.tsx'
import { NotificationsOutline } from './NotificationsOutline.tsx'

export function LatestNotifications({ personId }: { personId: string }) {
  const { data, isError, refetch } = useQuery(latestNotificationsQuery(useApi(), personId))
  if (!data && isError)
    return <LoadFailure message="Failed to load notifications" retry={() => void refetch()} />
  if (!data) return <NotificationsOutline />
  if (data.items.length === 0) return <NoNotifications />
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
