import { useSession } from '#web/accounts/session.ts'
import { SignedInTools } from '#web/accounts/SignedInTools.tsx'
import { MessagesLink } from '#web/conversations/MessagesLink.tsx'
import { NotificationBell } from '#web/notifications/NotificationBell.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Logo } from './Logo.tsx'
import { MobileMenu } from './MobileMenu.tsx'
import { NavigationLink } from './NavigationLink.tsx'

function SignedOutTools() {
  return (
    <>
      <Link to="/auth/login" className="button button-quiet max-md:button-primary">
        Login
      </Link>
      <Link to="/auth/register" className="button button-primary max-md:hidden">
        Register
      </Link>
    </>
  )
}

export function Header() {
  const session = useSession()
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-surface">
      <div className="page flex h-14 items-center gap-2">
        <MobileMenu />
        <Logo />
        <nav aria-label="Main" className="ml-4 flex gap-1 max-md:hidden">
          <NavigationLink to="/">Home</NavigationLink>
          <NavigationLink to="/products">Products</NavigationLink>
          {session && (
            <>
              <NavigationLink to="/dashboard">Dashboard</NavigationLink>
              <NavigationLink to="/create-product">Sell Something</NavigationLink>
            </>
          )}
        </nav>
        <div className="ml-auto flex items-center gap-2">
          {session ? (
            <>
              <NotificationBell />
              <MessagesLink />
              <SignedInTools user={session.user} />
            </>
          ) : (
            <SignedOutTools />
          )}
        </div>
      </div>
    </header>
  )
}
