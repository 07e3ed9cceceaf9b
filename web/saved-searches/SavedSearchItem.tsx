import { useId, useRef, useState } from 'react'
import { ALERTS, type Alert } from '#contract/selling/choices.ts'
import type { SavedSearch } from '#contract/search/saved-searches.ts'
import { useMoney } from '#web/platform/config/public-config.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { RelativeTime } from '#web/platform/ui/time/RelativeTime.tsx'
import { parseFilters, productsPath } from '#web/search/filters.ts'
import { filtersInWords } from '#web/search/filters-in-words.ts'
import { ALERT_TEXTS } from './texts.ts'
import { useSavedSearch } from './use-saved-search.ts'

interface DeleteButtonProps {
  titleId: string
  isBusy: boolean
  onDelete: () => void
}

function DeleteButton({ titleId, isBusy, onDelete }: DeleteButtonProps) {
  const [isConfirming, setIsConfirming] = useState(false)
  const first = useRef<HTMLButtonElement>(null)
  if (isConfirming) {
    return (
      <div role="group" aria-label="Delete this search?" className="-mr-3 flex flex-wrap">
        <Button
          ref={(button) => button?.focus()}
          look="text"
          onClick={() => {
            setIsConfirming(false)
            requestAnimationFrame(() => first.current?.focus())
          }}
        >
          Keep it
        </Button>
        <Button
          look="text"
          className="text-danger"
          aria-disabled={isBusy}
          onClick={() => isBusy || onDelete()}
        >
          {isBusy ? 'Deleting…' : 'Delete it'}
        </Button>
      </div>
    )
  }
  return (
    <Button
      ref={first}
      aria-describedby={titleId}
      look="text"
      className="-mr-3 text-muted"
      onClick={() => setIsConfirming(true)}
    >
      Delete
    </Button>
  )
}

interface SavedSearchItemProps {
  search: SavedSearch
  personId: string
  nameOf: (categoryId: string) => string | undefined
}

export function SavedSearchItem({ search, personId, nameOf }: SavedSearchItemProps) {
  const id = useId()
  const money = useMoney()
  const { setAlert, remove, isRemoving } = useSavedSearch(search, personId)
  const filters = parseFilters(new URLSearchParams(search.query))
  const { title, details } = filtersInWords(filters, {
    categoryName: filters.category && nameOf(filters.category),
    money: (amount) => money(amount, 0),
  })
  return (
    <li className="card p-4">
      <h2 id={id} className="text-lg font-semibold">
        <Link to={productsPath(filters)} className="lone-link hover:underline">
          <bdi>{title}</bdi>
        </Link>
      </h2>
      {details.length > 0 && <p>{details.join(', ')}</p>}
      <p className="text-sm text-muted">
        Saved: <RelativeTime iso={search.createdAt} />
      </p>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="flex items-center gap-2">
          <label htmlFor={`${id}-alert`} className="text-sm whitespace-nowrap">
            Tell me
          </label>
          <select
            id={`${id}-alert`}
            aria-describedby={id}
            className="field w-auto"
            value={search.alert}
            onChange={(event) => setAlert(event.target.value as Alert)}
          >
            {ALERTS.map((alert) => (
              <option key={alert} value={alert}>
                {ALERT_TEXTS[alert]}
              </option>
            ))}
          </select>
        </div>
        <DeleteButton titleId={id} isBusy={isRemoving} onDelete={() => remove()} />
      </div>
    </li>
  )
}
