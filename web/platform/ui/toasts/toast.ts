import { createListeners } from '#web/platform/browser/listeners.ts'

export interface Toast {
  id: number
  title: string
  detail?: string
  /** Link to what the toast is about: path and text. */
  link?: readonly [to: string, text: string]
  /** Takes the action back. */
  undo?: () => void
  /** Actions that can be taken back one after the other, the newest first. */
  offers?: readonly UndoOffer[]
}

export interface UndoOffer {
  title: string
  undo: () => void
  /** End of the offer, as a time of the clock. */
  untilMs: number
}

const SHOWN_MILLISECONDS = 5_000

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = createListeners()

function change(next: readonly Toast[]) {
  toasts = next
  listeners.call()
}

export const dismissToast = (id: number) => change(toasts.filter((toast) => toast.id !== id))

/** Removes the toasts of earlier failures after the same action has succeeded. */
export const dismissToastsTitled = (title: string) => change(toasts.filter((toast) => toast.title !== title))

const PHONE_PIXELS = 768

/** Toasts that stay beside a new one: no older copies of it and, on a phone, only those with undo. */
function othersBeside(title: string, detail: string | undefined): readonly Toast[] {
  const isPhone = innerWidth < PHONE_PIXELS
  const isSame = (toast: Toast) => toast.title === title && toast.detail === detail
  const undoable = toasts.filter(({ undo }) => undo)
  const others = toasts.filter((toast) => !toast.undo && !isSame(toast) && !isPhone)
  return [...undoable, ...others.slice(undoable.length - 2)]
}

/** Shows a toast below these others. Returns its id. */
export function addToast(others: readonly Toast[], toast: Omit<Toast, 'id'>): number {
  lastId += 1
  change([...others, { ...toast, id: lastId }])
  return lastId
}

/** Shows a short message at the edge of the screen; screen readers say it politely. */
export function showToast(title: string, detail?: string, link?: Toast['link']): void {
  const id = addToast(othersBeside(title, detail), { title, detail, link })
  setTimeout(() => dismissToast(id), SHOWN_MILLISECONDS)
}

export const toastStore = { subscribe: listeners.add, read: () => toasts }
