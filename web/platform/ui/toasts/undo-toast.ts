import { addToast, dismissToast, toastStore } from './toast.ts'

const UNDO_MILLISECONDS = 10_000

/** A person may be about to press a toast's button, so it must not disappear. */
const isInUse = () => document.querySelector('.toasts:is(:hover, :focus-within)') !== null

function dismissWhenUnused(id: number, milliseconds: number): void {
  setTimeout(() => {
    if (!toastStore.read().some((toast) => toast.id === id)) return
    if (isInUse()) dismissWhenUnused(id, milliseconds)
    else dismissToast(id)
  }, milliseconds)
}

/** Says what was done and offers to undo it for a while. */
export function showUndo(title: string, undo: () => void, milliseconds = UNDO_MILLISECONDS): void {
  // Only one toast with undo is shown, so that Ctrl+Z is unambiguous.
  const others = toastStore.read().filter((toast) => !toast.undo)
  dismissWhenUnused(addToast(others.slice(-2), { title, undo }), milliseconds)
}

/** Takes back what the shown toast offers to undo. */
export function undoShown(): void {
  const shown = toastStore.read().find(({ undo }) => undo)
  if (!shown) return
  dismissToast(shown.id)
  shown.undo?.()
}
