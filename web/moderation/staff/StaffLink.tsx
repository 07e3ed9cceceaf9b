import { useQuery } from '@tanstack/react-query'
import { useApi } from '#web/platform/api/api-context.ts'
import { Link } from '#web/platform/ui/Link.tsx'
import { ownRoleQuery } from './own-role.ts'

interface StaffLinkProps {
  personId: string
  className: string
}

/** Link to the moderators' screens, only for people with a role. */
export function StaffLink({ personId, className }: StaffLinkProps) {
  const { data } = useQuery(ownRoleQuery(useApi(), personId))
  if (!data?.role) return null
  return (
    <Link to="/moderation" className={className}>
      Moderation
    </Link>
  )
}
