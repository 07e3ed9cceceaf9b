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

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const isField = (element: Element): element is Field =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement

/** Buttons whose press does nothing without code; links, forms and popovers have done theirs. */
function idleButton(target: Element): HTMLButtonElement | undefined {
  const pressed = target.closest('a[href],button')
  const isIdle =
    pressed instanceof HTMLButtonElement && pressed.type === 'button' && !pressed.popoverTargetElement
  return isIdle ? pressed : undefined
}

/** React takes no notice of a value that it has seen already, and it saw this one as it took the page over. */
function writeAnew(field: Field, value: string) {
  field.value = `${value} `
  const prototype = Object.getPrototypeOf(field) as object
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
}

function fieldReplay(field: Field): () => void {
  if (field instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(field.type)) {
    const { checked } = field
    return () => {
      // The click turns it to what was chosen.
      field.checked = !checked
      field.click()
    }
  }
  const { value } = field
  if (field instanceof HTMLSelectElement)
    return () => {
      field.value = value
      field.dispatchEvent(new Event('change', { bubbles: true }))
    }
  return () => {
    // What was typed on meanwhile React has seen.
    if (field.value !== value && field.value !== field.defaultValue) return
    writeAnew(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

/**
 * What was touched before React listened, once for each thing. To be called right before React takes the page over,
 * since React itself sees to what comes after; the result does it all when the page is drawn.
 */
export function takeEarlyTouches(): () => void {
  const early = window.earlyTouches
  early?.stop()
  const replays = new Map<Element, () => void>()
  for (const [type, target] of early?.noted ?? []) {
    const button = type === 'click' ? idleButton(target) : undefined
    if (button) replays.set(button, () => button.click())
    else if ((type === 'input' || type === 'change') && isField(target) && !replays.has(target))
      replays.set(target, fieldReplay(target))
  }
  return () => {
    for (const replay of replays.values()) replay()
    replays.clear()
  }
}
