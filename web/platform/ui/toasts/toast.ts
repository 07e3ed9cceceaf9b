import { createListeners } from '#web/platform/browser/listeners.ts'

export interface Toast {
  id: number
  title: string
  detail?: string
  /** Where to look at it: own path and the link's text. */
  link?: readonly [to: string, text: string]
  /** What can still be taken back. */
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

/** What failed before has succeeded now. */
export const dismissToastsTitled = (title: string) => change(toasts.filter((toast) => toast.title !== title))

const PHONE_PIXELS = 768

/** What stays beside a new toast: not an older one of the same, and on a phone only what can be taken back. */
function othersBeside(title: string, detail: string | undefined): readonly Toast[] {
  const isPhone = innerWidth < PHONE_PIXELS
  const isSame = (toast: Toast) => toast.title === title && toast.detail === detail
  return toasts.filter((toast) => toast.undo || (!isSame(toast) && !isPhone)).slice(-2)
}

/** Says something in passing at the edge of the screen, and to screen readers politely. */
export function showToast(title: string, detail?: string, link?: Toast['link']): void {
  lastId += 1
  const id = lastId
  change([...othersBeside(title, detail), { id, title, detail, link }])
  setTimeout(() => dismissToast(id), SHOWN_MILLISECONDS)
}

/** A person who is about to press a toast's button is not to see it go. */
const isInUse = () => document.querySelector('.toasts:is(:hover, :focus-within)') !== null

function dismissWhenUnused(id: number): void {
  setTimeout(() => {
    if (!toasts.some((toast) => toast.id === id)) return
    if (isInUse()) dismissWhenUnused(id)
    else dismissToast(id)
  }, UNDO_MILLISECONDS)
}

/** Says what was done, and offers for a while to take it back. */
export function showUndo(title: string, undo: () => void): void {
  lastId += 1
  const id = lastId
  // One at a time, of which Ctrl+Z is sure.
  const others = toasts.filter((toast) => !toast.undo).slice(-2)
  change([...others, { id, title, undo }])
  dismissWhenUnused(id)
}

export const toastStore = { subscribe: listeners.add, read: () => toasts }
