export interface EarlyTouches {
  /** Types of the events and their targets, in order. */
  noted: [type: string, target: Element][]
  stop(): void
}

declare global {
  interface Window {
    /** Set by starter.ts; missing during development. */
    earlyTouches?: EarlyTouches
  }
}

interface Touch {
  type: string
  /** The event that was dispatched last; null before the page's code ran. */
  event: Event | null
  /** Sets the element to what the person chose or typed. */
  restore: () => void
}

/** Pause before the next attempt on a component that React has not hydrated yet. */
const RETRY_MS = 100

const TICKS = '[type=checkbox],[type=radio]'
/**
 * Elements that do nothing without code, by their relevant event; links, forms and popovers work by
 * themselves.
 */
const NEEDS_CODE: Record<string, string> = {
  click: `${TICKS},button[type=button]:not([popovertarget])`,
  input: `textarea,input:not(${TICKS},[type=file])`,
  change: 'select',
}

/** React ignores a value that it has already seen, and it saw this one during hydration. */
function rewriteValue(field: HTMLInputElement, value: string) {
  field.value = `${value} `
  Reflect.set(Object.getPrototypeOf(field) as object, 'value', value, field)
}

const targetOf = (type: string, touched: Element) => {
  const target = touched.closest<HTMLInputElement>('a,button,input,textarea,select')
  return target?.matches(NEEDS_CODE[type] ?? 'none') ? target : undefined
}

/** Remembers the element's value now and returns a function that sets it again. */
function createRestorer(type: string, target: HTMLInputElement): () => void {
  const { value, checked } = target as { value: string; checked?: boolean }
  return () => {
    if (type !== 'click') rewriteValue(target, value)
    else if (checked !== undefined) {
      // The click toggles it to the chosen state.
      target.checked = !checked
      // React hydrates it now. During a click it would take the new state for the one that it had.
      target.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
    }
  }
}

/**
 * Records touches in `root` that React misses and repeats them once it listens: touches before hydration, and
 * those in a component that hydrates later, which React drops silently. Call it right before hydration, and
 * call the result once the page is rendered and handles events.
 */
export function followTouches(root: Element) {
  const waiting = new Map<Element, Touch>()
  let isDrawn = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function redoAll() {
    clearTimeout(timer)
    if (!isDrawn) return
    for (const [target, touch] of waiting) {
      if (target.isConnected) {
        touch.restore()
        // Events of other classes tick no box.
        touch.event = new MouseEvent(touch.type, { bubbles: true })
        target.dispatchEvent(touch.event)
      } else waiting.delete(target)
    }
    if (waiting.size > 0) timer = setTimeout(redoAll, RETRY_MS)
  }

  function note(type: string, touched: Element, event: Event | null) {
    const target = targetOf(type, touched)
    if (!target || waiting.get(target)?.event === event) return
    waiting.set(target, { type, event, restore: createRestorer(type, target) })
    // React handles the event first.
    setTimeout(redoAll)
  }

  const early = window.earlyTouches
  early?.stop()
  for (const [type, target] of early?.noted ?? []) note(type, target, null)
  for (const type of Object.keys(NEEDS_CODE)) {
    const follow = (event: Event) => {
      if (event.target instanceof Element && root.contains(event.target)) note(type, event.target, event)
    }
    // The window is the only safe target, because React also listens where it renders dialogs and may stop an
    // event there.
    addEventListener(type, follow, true)
    // React stops events for a component that is not hydrated in their capture phase, so they never bubble
    // back to the root.
    root.addEventListener(type, (event) => {
      for (const [target, touch] of waiting) if (touch.event === event) waiting.delete(target)
    })
  }

  return () => {
    isDrawn = true
    redoAll()
  }
}
