import { useNavigate } from '#web/platform/router/use-router.ts'
import { SEARCH_MAX } from '#contract/limits.ts'
import { readArea, toAreaFilters } from '#web/area/chosen-area.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { SearchIcon } from '#web/platform/ui/icons.tsx'
import { productsPath } from '#web/search/filters.ts'

interface SiteSearchProps {
  label: string
  className: string
}

/** A search box that opens the list of products. */
export function SiteSearch({ label, className }: SiteSearchProps) {
  const navigate = useNavigate()
  return (
    <form
      role="search"
      aria-label={label}
      action="/products"
      className={`relative ${className}`}
      onSubmit={(event) => {
        event.preventDefault()
        const words = String(new FormData(event.currentTarget).get('search')).trim()
        navigate(productsPath({ ...toAreaFilters(readArea()), search: words || undefined }))
      }}
    >
      <input
        dir="auto"
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
