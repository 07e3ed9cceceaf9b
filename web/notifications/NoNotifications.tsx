import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Link } from '#web/platform/ui/Link.tsx'

export const NoNotifications = () => (
  <EmptyState title="No notifications">
    <p>Messages, reviews and new matches of your saved searches are announced here.</p>
    <Link to="/products" className="button button-quiet">
      Browse products
    </Link>
  </EmptyState>
)
