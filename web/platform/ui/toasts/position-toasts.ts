import { toastStore } from './toast.ts'

const CONTROL = 'a, button, label, input, select, textarea, summary'
/** The element that a control belongs to: a card, or a row of a list. */
const SUBJECT = 'li, tr, .card'
const BARS = '.action-bar, .listing-actions, .bottom-navigation, .composer, .conversation-header, header'

const overlaps = (one: DOMRect, other: DOMRect) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

/**
 * The card or row of a pressed control. The control itself if there is none or it fills half of the screen.
 */
function subjectOf(control: Element | null): Element | null {
  const subject = control?.closest(SUBJECT)
  return subject && subject.getBoundingClientRect().height < innerHeight / 2 ? subject : control
}

/**
 * Moves toasts from the bottom of the screen to below the header if they would cover the last pressed
 * element, the field with the focus or a bar of actions.
 */
function positionBy(pressed: Element | null): void {
  const toasts = document.querySelector<HTMLElement>('.toasts')
  if (!toasts) return
  toasts.style.inset = ''
  const { activeElement, body } = document
  const focused = activeElement === body ? null : activeElement
  const near = [subjectOf(pressed), focused, ...document.querySelectorAll(BARS)]
  const isCovering = () => {
    const boxes = [...toasts.children].map((toast) => toast.getBoundingClientRect())
    return near.some((element) => {
      const box = element?.getBoundingClientRect()
      return box && boxes.some((each) => overlaps(each, box))
    })
  }
  if (!isCovering()) return
  toasts.style.inset = 'calc(var(--header) + 0.5rem) 1rem auto'
  if (isCovering()) toasts.style.inset = ''
}

/** From now on, no toast covers the element that it is about if there is room for both. */
export function positionToasts(): void {
  let pressed: Element | null = null
  const notePress = ({ target }: Event) => {
    pressed = target instanceof Element ? target.closest(CONTROL) : null
  }
  addEventListener('click', notePress, { capture: true })
  // The toast is then rendered, but not yet visible.
  toastStore.subscribe(() => requestAnimationFrame(() => positionBy(pressed)))
}
