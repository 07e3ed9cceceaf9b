import { amountEnds } from '#contract/selling/amounts.ts'
import { LOCATION_MAX } from '#contract/limits.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { LocationIcon } from '#web/platform/ui/icons.tsx'
import { type Filters, SEARCH_FORM } from './filters.ts'
import { SearchField } from './SearchField.tsx'

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
      role="search"
      action="/products"
      className="relative flex flex-wrap gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        const form = new FormData(event.currentTarget)
        onSearch({ search: textOf(form, 'search'), location: textOf(form, 'location') })
      }}
    >
      <div className="flex min-w-[min(15rem,100%)] flex-[2]">
        <SearchField
          // A changed address, also through back and forward, brings new words.
          key={filters.search}
          defaultValue={filters.search ?? ''}
          onChoose={({ text, category }) =>
            onChoose(category ? { category, search: undefined } : { search: text })
          }
        />
      </div>
      <div className="relative min-w-36 flex-1">
        <LocationIcon className="pointer-events-none absolute top-3 left-3 size-5 text-muted" />
        <input
          key={filters.location}
          name="location"
          dir="auto"
          aria-label="Location"
          placeholder="Town or area"
          autoComplete="address-level2"
          maxLength={LOCATION_MAX}
          defaultValue={filters.location}
          className="field pl-10"
        />
      </div>
      {WITHOUT_FIELD.map(
        (name) =>
          filters[name] !== undefined && <input key={name} type="hidden" name={name} value={filters[name]} />,
      )}
      <Button type="submit" look="primary">
        Search
      </Button>
    </form>
  )
}
