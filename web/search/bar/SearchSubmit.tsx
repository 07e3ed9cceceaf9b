import { Button } from '#web/platform/ui/Button.tsx'
import { SearchIcon } from '#web/platform/ui/icons.tsx'

/** The end of a search field: a magnifier on a phone, the word elsewhere. */
export const SearchSubmit = ({ form }: { form?: string }) => (
  <Button type="submit" form={form} look="primary" className="search-submit">
    <SearchIcon className="size-5 md:hidden" />
    <span className="max-md:sr-only">Search</span>
  </Button>
)
