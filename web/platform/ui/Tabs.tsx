import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'

interface TabsProps<Name extends string> {
  label: string
  /** Texts by name, in their order. */
  tabs: Record<Name, string>
  current: Name
  onChange: (name: Name) => void
  wrong?: readonly Name[]
  children: ReactNode
}

const STEPS: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/**
 * A panel that opens takes the focus, so that screen readers and the Tab key start there. Arrow keys move
 * from tab to tab, so the focus stays on the tab.
 */
function useFocusOnPanel(current: string) {
  const panel = useRef<HTMLDivElement>(null)
  const shown = useRef(current)
  const byArrow = useRef(false)
  useEffect(() => {
    const wasByArrow = byArrow.current
    byArrow.current = false
    if (shown.current === current) return
    shown.current = current
    if (wasByArrow || !panel.current) return
    panel.current.focus({ preventScroll: true })
    // The link to it may be far below.
    if (panel.current.getBoundingClientRect().top < 0) panel.current.scrollIntoView()
  }, [current])
  return { panel, stayOnTab: () => void (byArrow.current = true) }
}

/** Tabs with one panel at a time. Arrow keys move between them, and Tab goes on into the panel. */
export function Tabs<Name extends string>(props: TabsProps<Name>) {
  const { label, tabs, current, onChange, wrong = [], children } = props
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const names = Object.keys(tabs) as Name[]
  const { panel, stayOnTab } = useFocusOnPanel(current)

  function onKeyDown(event: KeyboardEvent) {
    const name = names[STEPS[event.key]?.(names.indexOf(current), names.length) ?? -1]
    if (!name) return
    event.preventDefault()
    list.current?.querySelector<HTMLElement>(`[data-tab="${name}"]`)?.focus()
    stayOnTab()
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
              <span className="absolute top-1.5 right-1.5 size-2 rounded-full bg-danger">
                <span className="sr-only">, has errors</span>
              </span>
            )}
          </button>
        ))}
      </div>
      <div
        ref={panel}
        id={`${id}-panel`}
        role="tabpanel"
        tabIndex={-1}
        aria-labelledby={`${id}-${current}`}
        className="tab-panel"
      >
        {children}
      </div>
    </>
  )
}
