import { createListeners } from '#web/platform/browser/listeners.ts'

export interface Toast {
  id: number
  title: string
  detail?: string
  /** Link to what the toast is about: path and text. */
  link?: readonly [to: string, text: string]
  /** Takes the action back. */
  undo?: () => void
}

const SHOWN_MILLISECONDS = 5_000
const UNDO_MILLISECONDS = 10_000

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
  return toasts.filter((toast) => toast.undo || (!isSame(toast) && !isPhone)).slice(-2)
}

/** Shows a short message at the edge of the screen; screen readers say it politely. */
export function showToast(title: string, detail?: string, link?: Toast['link']): void {
  lastId += 1
  const id = lastId
  change([...othersBeside(title, detail), { id, title, detail, link }])
  setTimeout(() => dismissToast(id), SHOWN_MILLISECONDS)
}

/** A person may be about to press a toast's button, so it must not disappear. */
const isInUse = () => document.querySelector('.toasts:is(:hover, :focus-within)') !== null

function dismissWhenUnused(id: number, milliseconds: number): void {
  setTimeout(() => {
    if (!toasts.some((toast) => toast.id === id)) return
    if (isInUse()) dismissWhenUnused(id, milliseconds)
    else dismissToast(id)
  }, milliseconds)
}

/** Says what was done and offers to undo it for a while. */
export function showUndo(title: string, undo: () => void, milliseconds = UNDO_MILLISECONDS): void {
  lastId += 1
  const id = lastId
  // Only one toast with undo is shown, so that Ctrl+Z is unambiguous.
  const others = toasts.filter((toast) => !toast.undo).slice(-2)
  change([...others, { id, title, undo }])
  dismissWhenUnused(id, milliseconds)
}

/** Takes back what the shown toast offers to undo. */
export function undoShown(): void {
  const shown = toasts.find(({ undo }) => undo)
  if (!shown) return
  dismissToast(shown.id)
  shown.undo?.()
}

export const toastStore = { subscribe: listeners.add, read: () => toasts }
