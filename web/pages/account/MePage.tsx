import type { ReactNode } from 'react'
import type { PagePath } from '#contract/pages.ts'
import { useSession } from '#web/accounts/sessions/session.ts'
import { useLogout } from '#web/accounts/sessions/use-logout.ts'
import { PageHead } from '#web/platform/head/PageHead.tsx'
import { useUnreadConversations } from '#web/conversations/inbox/unread.ts'
import { useUnreadNotifications } from '#web/notifications/use-unread.ts'
import { StaffLink } from '#web/moderation/staff/StaffLink.tsx'
import { Avatar } from '#web/platform/ui/Avatar.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { ChevronIcon } from '#web/platform/ui/icons.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { DataSection } from '#web/settings/DataSection.tsx'
import { UnreadBadge } from '#web/platform/ui/UnreadBadge.tsx'

type Row = readonly [path: PagePath, words: string, about: string]

const OWN: readonly Row[] = [
  ['/dashboard', 'Dashboard', 'Your listings and drafts'],
  ['/messages', 'Messages', 'Chats with buyers and sellers'],
  ['/deals', 'Deals', 'Offers, reservations and confirmed deals'],
  ['/notifications-page', 'Notifications', 'What happened since you were here'],
]
const SAVED: readonly Row[] = [['/favourites', 'Favourites', 'Things you want to find again']]
const SIGNED_IN_SAVED: readonly Row[] = [
  ...SAVED,
  ['/saved-searches', 'Saved searches', 'We tell you when something matches'],
]
const ACCOUNT: readonly Row[] = [
  ['/profile', 'Profile', 'Name, picture, phone and two-factor'],
  ['/settings-page', 'Settings', 'E-mail, password, notifications, your data'],
]
const HELP: readonly Row[] = [
  ['/help', 'Help Center', 'Questions and answers'],
  ['/safety', 'Safety Tips', 'Buy and sell without being cheated'],
]
const SIGNED_IN_HELP: readonly Row[] = [
  ...HELP,
  ['/reports', 'My reports', 'Your reports and their outcome'],
  ['/decisions', 'Decisions', 'What moderators decided about you'],
]

function Group({ title, rows }: { title: string; rows: readonly Row[] }) {
  const unread: Partial<Record<PagePath, number>> = {
    '/messages': useUnreadConversations(),
    '/notifications-page': useUnreadNotifications(),
  }
  return (
    <section aria-label={title} className="mt-6">
      <h2 className="text-sm font-semibold text-muted">{title}</h2>
      <ul className="card mt-2 divide-y divide-line">
        {rows.map(([path, words, about]) => (
          <li key={path}>
            <Link to={path} className="flex min-h-14 items-center gap-3 px-4 py-2">
              <span className="flex-1">
                <span className="font-semibold">{words}</span>
                <span className="block text-sm text-muted">{about}</span>
              </span>
              <UnreadBadge count={unread[path] ?? 0} />
              <span className="text-muted">
                <ChevronIcon direction="right" />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Greeting({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-4">{children}</div>
}

function Member({ id, name, avatar }: { id: string; name: string; avatar: string | null }) {
  return (
    <>
      <Greeting>
        <Avatar name={name} src={avatar} />
        <h1 className="text-xl font-bold">{name}</h1>
      </Greeting>
      <Group title="Buying and selling" rows={OWN} />
      <Group title="Saved" rows={SIGNED_IN_SAVED} />
      <Group title="Account" rows={ACCOUNT} />
      <Group title="Help" rows={SIGNED_IN_HELP} />
      <StaffLink personId={id} className="button button-quiet mt-6 w-full" />
    </>
  )
}

function Anonymous() {
  return (
    <>
      <h1 className="text-xl font-bold">Welcome</h1>
      <p className="mt-1 text-muted">
        Log in to sell, write to sellers and see your favourites on every device.
      </p>
      <div className="mt-4 grid grid-cols-2 gap-3">
        <Link to="/auth/login" className="button button-primary">
          Login
        </Link>
        <Link to="/auth/register" className="button button-quiet">
          Register
        </Link>
      </div>
      <Group title="Saved" rows={SAVED} />
      <Group title="Help" rows={HELP} />
    </>
  )
}

function LogoutButton() {
  const logout = useLogout()
  return (
    <Button className="mt-6 w-full" onClick={() => void logout()}>
      Logout
    </Button>
  )
}

/** Links to everything that belongs to the person, in reach of a thumb. */
export function MePage() {
  const session = useSession()
  return (
    <div className="page max-w-2xl py-6">
      <PageHead
        title="Me"
        description="Your listings, messages, favourites and settings."
        path="/me"
        index={false}
      />
      {session ? (
        <Member
          key={session.user.id}
          id={session.user.id}
          name={session.user.name}
          avatar={session.user.avatar}
        />
      ) : (
        <Anonymous />
      )}
      <DataSection />
      {session && <LogoutButton />}
    </div>
  )
}
