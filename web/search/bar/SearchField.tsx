import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useDeferredValue, useId, useRef, useState } from 'react'
import { SEARCH_MAX } from '#contract/limits.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { CloseIcon, SearchIcon } from '#web/platform/ui/icons.tsx'
import { suggestionsQuery } from '#web/search/queries.ts'
import { countText } from '#web/search/texts.ts'
import { isComposing } from '#web/platform/browser/is-composing.ts'

export interface Suggestion {
  key: string
  text: string
  /** Set if the suggestion is a category rather than words. */
  category?: string
  /** A muted note beside the suggestion. */
  note: string
}

interface SearchFieldProps {
  defaultValue: string
  onChoose: (suggestion: Suggestion) => void
}

const inCategory = (category: string | null) => (category ? `in ${category}` : '')

function useSuggestions(typed: string): Suggestion[] {
  const query = useDeferredValue(typed.trim())
  const { data } = useQuery({ ...suggestionsQuery(useApi(), query), enabled: query.length >= 2 })
  if (!data || query.length < 2) return []
  return [
    ...data.searches.map(({ text, category, products }) => ({
      key: `search ${text}`,
      text,
      note: `${countText(products)} ${inCategory(category)}`,
    })),
    ...data.categories.map(({ id, name, products }) => ({
      key: `category ${id}`,
      text: name,
      category: id,
      note: products > 0 ? `${countText({ count: products, more: false })} in this category` : 'category',
    })),
    ...data.titles.map(({ text, category }) => ({
      key: `title ${text}`,
      text,
      note: inCategory(category),
    })),
  ]
}

/**
 * The search box with suggestions while people type: the combobox pattern of the ARIA practices. Enter without a
 * highlighted suggestion submits the form around it.
 */
export function SearchField({ defaultValue, onChoose }: SearchFieldProps) {
  const [typed, setTyped] = useState(defaultValue)
  const [isOpen, setIsOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const field = useRef<HTMLInputElement>(null)
  const listId = useId()
  const suggestions = useSuggestions(isOpen ? typed : '')
  const shown = isOpen && suggestions.length > 0

  function choose(suggestion: Suggestion) {
    setIsOpen(false)
    setActive(-1)
    setTyped(suggestion.category ? '' : suggestion.text)
    onChoose(suggestion)
  }

  function clear() {
    setTyped('')
    setActive(-1)
    field.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event)) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && suggestions.length > 0) {
      event.preventDefault()
      setIsOpen(true)
      setActive(
        (index) => (index + step + suggestions.length + (index < 0 && step < 0 ? 1 : 0)) % suggestions.length,
      )
    } else if (event.key === 'Escape' && shown) {
      event.preventDefault()
      setIsOpen(false)
    } else if (event.key === 'Escape') {
      setTyped('')
    } else if (event.key === 'Enter') {
      const chosen = shown ? suggestions[active] : undefined
      if (chosen) {
        event.preventDefault()
        choose(chosen)
      } else setIsOpen(false)
    }
  }

  return (
    // On a phone the list is below the whole form, because it would cover the form's other fields.
    <div className="min-w-24 flex-1 md:relative" onBlur={() => setIsOpen(false)}>
      <div className="relative">
        <SearchIcon className="pointer-events-none absolute top-3 left-3 size-5 text-muted max-md:hidden" />
        <input
          ref={field}
          dir="auto"
          // The type `search` has a role of its own and allows no other.
          type="text"
          inputMode="search"
          name="search"
          role="combobox"
          aria-label="Search"
          aria-expanded={shown}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={shown && active >= 0 ? `${listId}-${active}` : undefined}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={SEARCH_MAX}
          placeholder="Search for products..."
          className="field pr-11 placeholder-shown:pr-1 md:pl-10"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setIsOpen(true)
            setActive(-1)
          }}
          onKeyDown={onKeyDown}
        />
        {typed && (
          <Button
            aria-label="Clear search"
            look="icon"
            className="absolute top-0 right-0 text-muted noscript:hidden"
            onClick={clear}
          >
            <CloseIcon />
          </Button>
        )}
      </div>
      <ul
        id={listId}
        role="listbox"
        aria-label="Suggestions"
        hidden={!shown}
        className="suggestions card raised"
      >
        {suggestions.map((suggestion, index) => (
          <li
            key={suggestion.key}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === active}
            className="suggestion"
            // Keeps the focus in the field: losing it would close the list before the click.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(suggestion)}
            // Assistive technology may move the focus into the list and press Enter there.
            onKeyDown={({ key }) => key === 'Enter' && choose(suggestion)}
          >
            <bdi>{suggestion.text}</bdi>
            {suggestion.note && <span className="ml-2 text-sm text-muted">{suggestion.note}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}
