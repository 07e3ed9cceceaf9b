import '#web/platform/styles/dashboard.css'
import { useQuery } from '@tanstack/react-query'
import { WaitingDeals } from '#web/agreements/deals/WaitingDeals.tsx'
import { waitingDealsQuery } from '#web/agreements/deals/queries.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { useSearchParams } from '#web/platform/router/use-router.ts'
import { useSession } from '#web/accounts/sessions/session.ts'
import { LatestNotifications } from '#web/notifications/LatestNotifications.tsx'
import { DashboardListings } from '#web/selling/dashboard/DashboardListings.tsx'
import { SettingsIcon } from '#web/selling/dashboard/dashboard-icons.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { Tabs } from '#web/platform/ui/Tabs.tsx'

const TABS = { listings: 'My Listings', messages: 'Messages', notifications: 'Notifications' } as const
type TabName = keyof typeof TABS

/** The current tab. It is in the address, so that Back and a reload show it again. */
function useTab(): [TabName, (tab: TabName) => void] {
  const [search, setSearch] = useSearchParams()
  const named = search.get('tab') ?? ''
  const tab = named in TABS ? (named as TabName) : 'listings'
  return [tab, (next) => setSearch(next === 'listings' ? {} : { tab: next }, { replace: true })]
}

const Messages = () => (
  <div className="px-4 py-12 text-center">
    <p className="text-muted">Chat with buyers and sellers about their listings and yours.</p>
    <Link to="/messages" className="button button-primary mt-4">
      Go to Messages
    </Link>
  </div>
)

/** The listings wait for the first answer about deals only, and for none without a network. */
function Listings({ personId }: { personId: string }) {
  const { data: deals = [], isLoading, failureCount } = useQuery(waitingDealsQuery(useApi(), personId))
  return (
    <DashboardListings
      personId={personId}
      above={isLoading && failureCount === 0 ? undefined : <WaitingDeals deals={deals} />}
    />
  )
}

function Panel({ tab, personId }: { tab: TabName; personId: string }) {
  if (tab === 'messages') return <Messages />
  if (tab === 'listings') return <Listings personId={personId} />
  return (
    <div className="mx-auto mt-6 max-w-3xl">
      <LatestNotifications personId={personId} />
    </div>
  )
}

export function DashboardPage() {
  const session = useSession()
  const [tab, setTab] = useTab()
  if (!session) return null
  return (
    // At least as high as the screen, so that the footer does not jump when the cards arrive.
    <div className="page min-h-dvh max-w-5xl py-6">
      <div className="mb-5 flex flex-wrap items-center gap-2">
        <h1 className="mr-auto text-2xl font-bold">Dashboard</h1>
        {/* Grouped, so that on the narrowest phones both are below the heading. */}
        <div className="flex items-center gap-2">
          <Link to="/create-product" className="button button-primary">
            List Item
          </Link>
          <Link to="/profile" aria-label="Profile settings" className="icon-button">
            <SettingsIcon />
          </Link>
        </div>
      </div>
      <Tabs label="Dashboard" tabs={TABS} current={tab} onChange={setTab}>
        {/* The key resets the panel when another person signs in. */}
        <Panel key={session.user.id} tab={tab} personId={session.user.id} />
      </Tabs>
    </div>
  )
}
