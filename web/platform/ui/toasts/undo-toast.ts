import { addToast, dismissToast, toastStore, type UndoOffer } from './toast.ts'

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

/** Shows the newest offer whose time has not ended; once it is taken, the one before it. */
function showNewest(offers: readonly UndoOffer[]): void {
  const open = offers.filter(({ untilMs }) => untilMs > Date.now())
  const [newest, ...earlier] = open
  if (!newest) return
  const { title, untilMs } = newest
  // Only one toast with undo is shown, so that Ctrl+Z is unambiguous.
  const others = toastStore.read().filter((toast) => !toast.undo)
  const undo = () => {
    showNewest(earlier)
    newest.undo()
  }
  dismissWhenUnused(addToast(others.slice(-2), { title, undo, offers: open }), untilMs - Date.now())
}

/** Says what was done and offers to undo it for a while, and afterwards what was done before. */
export function showUndo(title: string, undo: () => void, milliseconds = UNDO_MILLISECONDS): void {
  const earlier = toastStore.read().flatMap(({ offers = [] }) => offers)
  showNewest([{ title, undo, untilMs: Date.now() + milliseconds }, ...earlier])
}

/** Takes back what the shown toast offers to undo. */
export function undoShown(): void {
  const shown = toastStore.read().find(({ undo }) => undo)
  if (!shown) return
  dismissToast(shown.id)
  shown.undo?.()
}
