import { useLocation } from '#web/platform/router/use-router.ts'
import { SiteSearch } from '#web/search/bar/SiteSearch.tsx'

/** These pages begin with a search of their own. */
const PAGES_WITH_SEARCH = ['/', '/products']

/**
 * The search of wide screens, on pages without a search of their own. Signed-in people have more links, so
 * they see it only on wider screens.
 */
export function HeaderSearch({ isSignedIn }: { isSignedIn: boolean }) {
  const { pathname } = useLocation()
  if (PAGES_WITH_SEARCH.includes(pathname)) return null
  return (
    <SiteSearch
      label="Whole site"
      className={`header-search ${isSignedIn ? 'max-lg:hidden' : 'max-md:hidden'}`}
    />
  )
}
