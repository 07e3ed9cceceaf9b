import { useLocation, useNavigate } from '#web/platform/router/use-router.ts'
import { SEARCH_MAX } from '#contract/limits.ts'
import { filtersOfArea, readArea } from '#web/area/chosen-area.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { SearchIcon } from '#web/platform/ui/icons.tsx'
import { productsPath } from '#web/search/filters.ts'

/** Their own search is the first thing on them. */
const PAGES_WITH_SEARCH = ['/', '/products']

/** The search of a wide screen, on every page that has none of its own; beside the links of somebody signed in of a wider one. */
export function HeaderSearch({ isSignedIn }: { isSignedIn: boolean }) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  if (PAGES_WITH_SEARCH.includes(pathname)) return null
  return (
    <form
      role="search"
      aria-label="Whole site"
      action="/products"
      className={`relative ml-4 max-w-md flex-1 ${isSignedIn ? 'max-lg:hidden' : 'max-md:hidden'}`}
      onSubmit={(event) => {
        event.preventDefault()
        const words = String(new FormData(event.currentTarget).get('search')).trim()
        navigate(productsPath({ ...filtersOfArea(readArea()), search: words || undefined }))
      }}
    >
      <input
        type="text"
        inputMode="search"
        name="search"
        aria-label="Search products"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={SEARCH_MAX}
        placeholder="Search for products..."
        className="field pr-11"
      />
      <Button type="submit" look="icon" aria-label="Search" className="absolute top-0 right-0 text-muted">
        <SearchIcon className="size-5" />
      </Button>
    </form>
  )
}
