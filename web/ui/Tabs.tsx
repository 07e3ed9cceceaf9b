import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'

interface TabsProps<Name extends string> {
  label: string
  /** Texts by name, in their order. */
  tabs: Record<Name, string>
  current: Name
  onChange: (name: Name) => void
  /** Those in which something is wrong. */
  wrong?: readonly Name[]
  /** The panel of the current tab. */
  children: ReactNode
}

const STEPS: Record<string, (place: number, count: number) => number> = {
  ArrowRight: (place, count) => (place + 1) % count,
  ArrowLeft: (place, count) => (place - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** Tabs with one panel at a time. Arrow keys move between them, Tab goes on into the panel. */
export function Tabs<Name extends string>(props: TabsProps<Name>) {
  const { label, tabs, current, onChange, wrong = [], children } = props
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const names = Object.keys(tabs) as Name[]

  function onKeyDown(event: KeyboardEvent) {
    const name = names[STEPS[event.key]?.(names.indexOf(current), names.length) ?? -1]
    if (!name) return
    event.preventDefault()
    list.current?.querySelector<HTMLElement>(`[data-tab="${name}"]`)?.focus()
    onChange(name)
  }

  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className="tabs">
        {names.map((name) => (
          <button
            key={name}
            id={`${id}-${name}`}
            type="button"
            role="tab"
            data-tab={name}
            aria-selected={name === current}
            aria-controls={name === current ? `${id}-panel` : undefined}
            tabIndex={name === current ? 0 : -1}
            className="tab max-sm:text-sm"
            onClick={() => onChange(name)}
            onKeyDown={onKeyDown}
          >
            {tabs[name]}
            {wrong.includes(name) && (
              <span className="tab-mark">
                <span className="sr-only">, has errors</span>
              </span>
            )}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${current}`}>
        {children}
      </div>
    </>
  )
}
