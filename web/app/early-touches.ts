export interface EarlyTouches {
  /** Type of the event and what it happened to, in order. */
  noted: [type: string, target: Element][]
  stop(): void
}

declare global {
  interface Window {
    /** Left by starter.ts; absent while developing. */
    earlyTouches?: EarlyTouches
  }
}

interface Touch {
  type: string
  /** That which was dispatched last; null before the page's code ran. */
  event: Event | null
  /** Sets the thing to what it was touched to. */
  prepare: () => void
}

/** A part that React has not taken over yet is tried again after this pause. */
const RETRY_MS = 100

const TICKS = '[type=checkbox],[type=radio]'
/** What does nothing without code, by the event that matters of it; links, forms and popovers do theirs. */
const IDLE: Record<string, string> = {
  click: `${TICKS},button[type=button]:not([popovertarget])`,
  input: `textarea,input:not(${TICKS},[type=file])`,
  change: 'select',
}

/** React takes no notice of a value that it has seen already, and it saw this one as it took the page over. */
function writeAnew(field: HTMLInputElement, value: string) {
  field.value = `${value} `
  Reflect.set(Object.getPrototypeOf(field) as object, 'value', value, field)
}

const targetOf = (type: string, touched: Element) => {
  const target = touched.closest<HTMLInputElement>('a,button,input,textarea,select')
  return target?.matches(IDLE[type] ?? 'none') ? target : undefined
}

/** Remembers to what it was set, and sets it to that anew. */
function preparer(type: string, target: HTMLInputElement): () => void {
  const { value, checked } = target as { value: string; checked?: boolean }
  return () => {
    if (type !== 'click') writeAnew(target, value)
    // The click turns it to what was chosen.
    else if (checked !== undefined) target.checked = !checked
  }
}

/**
 * Follows touches in `root` that React does not receive, and does them again once it listens: those before it takes the
 * page over, and those in a part that it takes over later, which it drops without a word.
 * To be called right before React takes the page over; the result is to be called once the page is drawn and listens.
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
        touch.prepare()
        // A click of another class ticks no box.
        touch.event = new MouseEvent(touch.type, { bubbles: true })
        target.dispatchEvent(touch.event)
      } else waiting.delete(target)
    }
    if (waiting.size > 0) timer = setTimeout(redoAll, RETRY_MS)
  }

  function note(type: string, touched: Element, event: Event | null) {
    const target = targetOf(type, touched)
    if (!target || waiting.get(target)?.event === event) return
    waiting.set(target, { type, event, prepare: preparer(type, target) })
    // After React had its turn.
    setTimeout(redoAll)
  }

  const early = window.earlyTouches
  early?.stop()
  for (const [type, target] of early?.noted ?? []) note(type, target, null)
  for (const type of Object.keys(IDLE)) {
    const follow = (event: Event) => {
      if (event.target instanceof Element && root.contains(event.target)) note(type, event.target, event)
    }
    // On the window, since React listens wherever it draws dialogs too, and may stop an event there.
    addEventListener(type, follow, true)
    // What React has no part for yet it stops on its way down, so that it never comes back to the root.
    root.addEventListener(type, (event) => {
      for (const [target, touch] of waiting) if (touch.event === event) waiting.delete(target)
    })
  }

  return () => {
    isDrawn = true
    redoAll()
  }
}
