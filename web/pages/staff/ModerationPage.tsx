import '#web/platform/styles/staff.css'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSession } from '#web/accounts/sessions/session.ts'
import { Appeals } from '#web/moderation/appeals/Appeals.tsx'
import { GuardRules } from '#web/moderation/guard/GuardRules.tsx'
import { HeldMessages } from '#web/moderation/guard/HeldMessages.tsx'
import { useDeskChanges } from '#web/moderation/cases/colleagues/use-desk-changes.ts'
import { HarmFigures } from '#web/moderation/cases/figures/HarmFigures.tsx'
import { Listings } from '#web/moderation/cases/Listings.tsx'
import { waitingQuery } from '#web/moderation/staff/queries.ts'
import { ownRoleQuery } from '#web/moderation/staff/own-role.ts'
import { People } from '#web/moderation/cases/People.tsx'
import { PersonView } from '#web/moderation/cases/PersonView.tsx'
import { Queue } from '#web/moderation/cases/Queue.tsx'
import { Audit, Decisions } from '#web/moderation/cases/Records.tsx'
import { Categories } from '#web/moderation/administration/Categories.tsx'
import { FailedJobs } from '#web/moderation/administration/FailedJobs.tsx'
import { MailLog } from '#web/moderation/administration/MailLog.tsx'
import { NoticeEditor } from '#web/moderation/administration/NoticeEditor.tsx'
import { SiteHealth } from '#web/moderation/administration/SiteHealth.tsx'
import { RefusedWords } from '#web/moderation/administration/RefusedWords.tsx'
import { WeekFigures } from '#web/moderation/administration/WeekFigures.tsx'
import { NotFound } from '#web/pages/NotFoundPage.tsx'
import { useApi } from '#web/platform/api/api-context.ts'
import { useParams } from '#web/platform/router/use-router.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { useScrollToCurrent } from '#web/platform/ui/use-scroll-to-current.ts'
import { loadedData } from '#web/platform/ui/loaded-data.tsx'

type Role = 'moderator' | 'administrator'

interface View {
  title: string
  draw: (id: string | undefined, role: Role) => ReactNode
  isForAdministrators?: true
  /** Kind of items that wait for a decision in this view. */
  waiting?: 'cases' | 'appeals' | 'links'
  /** True if its items have addresses of their own. */
  hasIds?: true
}

/** Views by the next segment of their address. */
const VIEWS: Record<string, View> = {
  cases: { title: 'Queue', draw: (id) => <Queue id={id} />, waiting: 'cases', hasIds: true },
  appeals: { title: 'Appeals', draw: () => <Appeals />, waiting: 'appeals' },
  people: {
    title: 'People',
    draw: (id, role) =>
      id ? <PersonView key={id} id={id} isAdministrator={role === 'administrator'} /> : <People />,
    hasIds: true,
  },
  listings: { title: 'Listings', draw: (_, role) => <Listings isAdministrator={role === 'administrator'} /> },
  figures: { title: 'Figures', draw: () => <HarmFigures /> },
  links: { title: 'Links', draw: () => <HeldMessages />, waiting: 'links' },
  rules: { title: 'Rules', draw: (id) => <GuardRules id={id} />, hasIds: true },
  decisions: { title: 'Decisions', draw: () => <Decisions />, isForAdministrators: true },
  audit: { title: 'Audit', draw: () => <Audit />, isForAdministrators: true },
  week: { title: 'Week', draw: () => <WeekFigures />, isForAdministrators: true },
  health: { title: 'Health', draw: () => <SiteHealth />, isForAdministrators: true },
  jobs: { title: 'Failed jobs', draw: () => <FailedJobs />, isForAdministrators: true },
  mails: { title: 'Mails', draw: () => <MailLog />, isForAdministrators: true },
  notice: { title: 'Notice', draw: () => <NoticeEditor />, isForAdministrators: true },
  categories: { title: 'Categories', draw: () => <Categories />, isForAdministrators: true },
  names: { title: 'Names', draw: () => <RefusedWords />, isForAdministrators: true },
}

const pathOf = (name: string) => (name === 'cases' ? '/moderation' : `/moderation/${name}`)

const isFor = (role: Role, view: View) => role === 'administrator' || !view.isForAdministrators

function Screens({ role }: { role: Role }) {
  useDeskChanges()
  const { view: name = 'cases', id } = useParams()
  const current = Object.hasOwn(VIEWS, name) ? VIEWS[name] : undefined
  const { data: waiting } = useQuery(waitingQuery(useApi()))
  const row = useScrollToCurrent<HTMLElement>(name)
  if (!current || !isFor(role, current) || (id && !current.hasIds)) return <NotFound />
  return (
    <div className="page min-h-dvh py-6">
      <h1 className="text-2xl font-bold">Moderation</h1>
      <nav ref={row} aria-label="Moderation" className="staff-views mt-3 mb-5">
        {Object.entries(VIEWS)
          .filter(([, view]) => isFor(role, view))
          .map(([key, view]) => (
            <Link
              key={key}
              to={pathOf(key)}
              className="chip"
              aria-current={view === current ? 'page' : undefined}
            >
              {view.title}
              {view.waiting && waiting && waiting[view.waiting] > 0 && (
                <span className="count-badge">
                  {waiting[view.waiting] > 99 ? '99+' : waiting[view.waiting]}
                  <span className="sr-only"> waiting</span>
                </span>
              )}
            </Link>
          ))}
      </nav>
      {current.draw(id, role)}
    </div>
  )
}

/** The page for people with a role and two-factor login; for all others it does not exist. */
function ForStaff({ personId }: { personId: string }) {
  const [data, instead] = loadedData(useQuery(ownRoleQuery(useApi(), personId)), 'Failed to load the page')
  if (!data) return instead
  if (!data.role) return <NotFound />
  if (data.hasTwoFactor) return <Screens role={data.role} />
  return (
    <EmptyState drawing="kiosk" title="Turn on two-factor login first" level={1}>
      <p>Moderators log in with a second step. You can set it up in a minute, with an app on your phone.</p>
      <Link to="/profile?section=two-factor" className="button button-primary">
        Turn it on in your profile
      </Link>
    </EmptyState>
  )
}

export function ModerationPage() {
  const session = useSession()
  if (!session) return null
  // The key resets the page when another person signs in.
  return <ForStaff key={session.user.id} personId={session.user.id} />
}
