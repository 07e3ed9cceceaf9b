import { useLocation } from '#web/platform/router/use-router.ts'
import { SiteSearch } from '#web/search/SiteSearch.tsx'

/** Their own search is the first thing on them. */
const PAGES_WITH_SEARCH = ['/', '/products']

/** The search of a wide screen, on every page that has none of its own; beside the links of somebody signed in of a wider one. */
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
