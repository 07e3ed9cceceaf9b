import { type KeyboardEvent, useId, useState } from 'react'
import type { Town } from '#contract/search/search.ts'
import { FieldNote } from '#web/platform/forms/Field.tsx'
import { findTownByName, suggestTowns } from './suggest-towns.ts'
import { isComposing } from '#web/platform/browser/is-composing.ts'

const HINT = 'Leave it empty to choose a whole region.'

interface TownFieldProps {
  towns: readonly Town[]
  text: string
  error: string | undefined
  onText: (text: string) => void
  onTown: (town: Town) => void
}

/** Finds a town by its first letters: the ARIA combobox pattern, with the list in the flow of the sheet. */
export function TownField({ towns, text, error, onText, onTown }: TownFieldProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const known = findTownByName(towns, text)
  const found = isOpen ? suggestTowns(towns, text) : []

  function choose(town: Town) {
    setOpen(false)
    onTown(town)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event)) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const chosen = found[active]
    if (step && found.length > 0) setActive((active + step + found.length) % found.length)
    else if (event.key === 'Enter' && chosen) choose(chosen)
    else if (event.key === 'Escape' && found.length > 0) setOpen(false)
    else return
    event.preventDefault()
  }

  return (
    <div onBlur={() => setOpen(false)}>
      <label htmlFor={id} className="text-sm font-semibold">
        Town or suburb
      </label>
      <input
        dir="auto"
        id={id}
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={found.length > 0 ? `${id}-${active}` : undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-note`}
        autoComplete="off"
        maxLength={40}
        placeholder="Kumasi, Osu, Tamale …"
        className="field mt-1"
        value={text}
        onChange={({ target }) => {
          onText(target.value)
          setOpen(true)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
      />
      <ul
        id={`${id}-list`}
        role="listbox"
        aria-label="Towns"
        hidden={found.length === 0}
        className="card mt-1"
      >
        {found.map((town, index) => (
          <li
            key={town.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            className="suggestion"
            // Keeps the focus in the field: losing it would close the list before the click.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(town)}
            // Assistive technology may move the focus into the list and press Enter there.
            onKeyDown={({ key }) => key === 'Enter' && choose(town)}
          >
            {town.name}
            <span className="ml-2 text-sm text-muted">{surroundingsText(town, towns)}</span>
          </li>
        ))}
      </ul>
      <FieldNote id={`${id}-note`} error={error} hint={known ? surroundingsText(known, towns) : HINT} />
    </div>
  )
}

function surroundingsText({ withinId, region }: Town, towns: readonly Town[]): string {
  const around = towns.find(({ id }) => id === withinId)
  return around ? `${around.name}, ${region}` : region
}
