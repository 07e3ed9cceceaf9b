import { amountEnds } from '#contract/selling/amounts.ts'
import { LOCATION_MAX } from '#contract/limits.ts'
import { LocationIcon } from '#web/platform/ui/icons.tsx'
import { type Filters, SEARCH_FORM } from '#web/search/filters.ts'
import { SearchField } from './SearchField.tsx'
import { SearchSubmit } from './SearchSubmit.tsx'

interface SearchBarProps {
  filters: Filters
  onSearch: (change: Partial<Filters>) => void
  onChoose: (change: Partial<Filters>) => void
}

/** Filters without a visible field, neither here nor beside the list; hidden fields carry them if JavaScript is off. */
const WITHOUT_FIELD = ['category', ...amountEnds] as const

const textOf = (form: FormData, name: string) => String(form.get(name) ?? '').trim() || undefined

export function SearchBar({ filters, onSearch, onChoose }: SearchBarProps) {
  return (
    <form
      id={SEARCH_FORM}
      autoComplete="off"
      role="search"
      action="/products"
      className="search-row"
      onSubmit={(event) => {
        event.preventDefault()
        const form = new FormData(event.currentTarget)
        onSearch({ search: textOf(form, 'search'), location: textOf(form, 'location') })
      }}
    >
      <SearchField
        // A changed address, also through back and forward, brings new words.
        key={filters.search}
        defaultValue={filters.search ?? ''}
        onChoose={({ text, category }) =>
          onChoose(category ? { category, search: undefined } : { search: text })
        }
      />
      <label className="search-place">
        <LocationIcon className="size-5 shrink-0 text-muted" />
        <input
          key={filters.location}
          name="location"
          dir="auto"
          aria-label="Location"
          placeholder="Town or area"
          autoComplete="address-level2"
          maxLength={LOCATION_MAX}
          defaultValue={filters.location}
          className="field"
        />
      </label>
      {WITHOUT_FIELD.map(
        (name) =>
          filters[name] !== undefined && <input key={name} type="hidden" name={name} value={filters[name]} />,
      )}
      <SearchSubmit />
    </form>
  )
}
