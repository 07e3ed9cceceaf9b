import { Suspense } from 'react'
import { useSession } from '#web/accounts/sessions/session.ts'
import { Link } from '#web/platform/ui/Link.tsx'
import { HeaderSearch } from './HeaderSearch.tsx'
import { Logo } from './Logo.tsx'
import { menuLinks } from '#web/platform/router/menus.ts'
import { MobileMenu } from './MobileMenu.tsx'
import { NavigationLink } from './NavigationLink.tsx'
import { lazyPart } from '#web/platform/ui/lazy/lazy-part.ts'

const SIGNED_IN = menuLinks('header', 'signed-in')
const SIGNED_OUT = menuLinks('header', 'signed-out')

/** Anonymous people load none of this code. */
const HeaderTools = lazyPart(async () => (await import('./HeaderTools.tsx')).HeaderTools)

/** An outline as wide as the tools. */
const HeaderToolsOutline = () => (
  <>
    <span className="size-11 max-md:hidden" />
    <span className="size-11 max-md:hidden" />
    <span className="account-button size-11" />
  </>
)

function SignedOutTools() {
  return (
    <>
      <Link
        to="/auth/login"
        className="button button-quiet shrink-0 whitespace-nowrap max-md:button-primary noscript:max-md:hidden"
      >
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
    <header className="sticky top-0 z-30 bg-raised">
      <div className="page flex h-14 items-center gap-2">
        <MobileMenu />
        <Logo />
        <HeaderSearch isSignedIn={session !== null} />
        <nav
          aria-label="Main"
          className="ml-2 flex gap-1 whitespace-nowrap max-md:hidden noscript:max-md:flex"
        >
          {(session ? SIGNED_IN : SIGNED_OUT).map(([path, words]) => (
            <NavigationLink key={path} to={path}>
              {words}
            </NavigationLink>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-2">
          {session ? (
            <Suspense fallback={<HeaderToolsOutline />}>
              <HeaderTools user={session.user} />
            </Suspense>
          ) : (
            <SignedOutTools />
          )}
        </div>
      </div>
      <div className="kente" />
    </header>
  )
}
