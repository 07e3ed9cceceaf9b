import { useState } from 'react'
import { KIND_TEXTS } from '#contract/moderation/cases/case-code.ts'
import { AGES, LANGUAGES, type QueueSearch, SORTS } from '#contract/moderation/cases/queue.ts'
import { HARMS } from '#contract/moderation/harms.ts'
import { REPORT_REASON_NAMES, reasonText } from '#contract/moderation/reports/report-reasons.ts'
import { SIGNAL_TEXTS } from '#contract/moderation/reports/signal-reasons.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { SearchIcon } from '#web/platform/ui/icons.tsx'
import { useNavigate } from '#web/platform/router/use-router.ts'
import { queuePath } from './queue-search.ts'

type FilterName = Exclude<keyof QueueSearch, 'q' | 'pile'>

interface Filter {
  label: string
  /** Text for no choice. */
  all: string
  options: Readonly<Record<string, string>>
}

const REASONS = {
  ...SIGNAL_TEXTS,
  ...Object.fromEntries(REPORT_REASON_NAMES.map((name) => [name, reasonText(name)])),
}
const { gravest, ...otherSorts } = SORTS

const FILTERS: Record<FilterName, Filter> = {
  harm: { label: 'Harm', all: 'All cases', options: HARMS },
  sort: { label: 'Order', all: gravest, options: otherSorts },
  kind: { label: 'Kind', all: 'Every kind', options: KIND_TEXTS },
  reason: { label: 'Reason', all: 'Every reason', options: REASONS },
  age: { label: 'Age', all: 'Every age', options: AGES },
  language: { label: 'Language', all: 'Every language', options: LANGUAGES },
}
const MORE = ['kind', 'reason', 'age', 'language'] as const

/** Choices of the queue. Each leaves the open case, because it may not be among those that are shown then. */
export function QueueFilters({ search }: { search: QueueSearch }) {
  const navigate = useNavigate()
  const change = (changed: QueueSearch) =>
    navigate(queuePath(undefined, { ...search, ...changed }), { replace: true })
  const choice = (name: FilterName) => {
    const { label, all, options } = FILTERS[name]
    return (
      <select
        key={name}
        aria-label={label}
        className="field"
        value={search[name] ?? ''}
        onChange={({ currentTarget: { value } }) => change({ [name]: value || undefined })}
      >
        <option value="">{all}</option>
        {Object.entries(options).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    )
  }
  const chosen = MORE.filter((name) => search[name] !== undefined).length
  return (
    <div className="mb-3 grid gap-2">
      <QueueWords key={search.q} q={search.q ?? ''} onSearch={(q) => change({ q: q || undefined })} />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-2">
        {choice('harm')}
        {choice('sort')}
      </div>
      <details open={chosen > 0}>
        <summary className="min-h-11 content-center text-sm font-semibold">
          {chosen === 0 ? 'More filters' : `More filters (${chosen})`}
        </summary>
        <div className="grid gap-2">{MORE.map(choice)}</div>
      </details>
    </div>
  )
}

/** Enter or the button searches; emptying the field shows all again. */
function QueueWords({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const [words, setWords] = useState(q)
  return (
    <form
      role="search"
      method="post"
      className="flex gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(words.trim())
      }}
    >
      <input
        dir="auto"
        type="search"
        aria-label="Search the queue"
        placeholder="Title, name or code"
        maxLength={100}
        className="field"
        value={words}
        onChange={({ currentTarget: { value } }) => {
          setWords(value)
          if (value === '' && q !== '') onSearch('')
        }}
      />
      <Button type="submit" look="icon" aria-label="Search">
        <SearchIcon />
      </Button>
    </form>
  )
}
