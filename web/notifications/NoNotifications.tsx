import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Link } from '#web/platform/ui/Link.tsx'

export const NoNotifications = () => (
  <EmptyState drawing="drum" title="No notifications">
    <p>You will see messages, reviews and new matches for your saved searches here.</p>
    <Link to="/products" className="button button-quiet">
      Browse Products
    </Link>
  </EmptyState>
)
