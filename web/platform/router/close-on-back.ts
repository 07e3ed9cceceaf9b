import { beforeBack, newKey, openAbove } from './location.ts'

/**
 * Functions that return whether an element above the page is still open, by the name of its entry in the
 * history.
 */
const above = new Map<string, () => boolean>()

/**
 * Back, also that of a phone, closes the element above the page instead of leaving the page. Returns a
 * function that removes the entry.
 */
export function closeOnBack(id: string, close: () => void, isOpen = () => true): () => void {
  const former = openAbove()
  // An element that opens while another closes takes over its entry.
  const isFree = former !== undefined && !above.get(former)?.()
  const entry = { ...(history.state as object | null), above: id }
  if (former !== id) history[isFree ? 'replaceState' : 'pushState'](entry, '')
  above.set(id, isOpen)
  const stop = beforeBack.add(() => openAbove() !== id && close())
  return () => {
    stop()
    above.delete(id)
    // Closing may open another page that replaces the entry, so going back waits for that.
    setTimeout(() => !above.has(id) && openAbove() === id && history.back())
  }
}

/** The same for an open dialog, until it closes. */
export function closeDialogOnBack(dialog: HTMLDialogElement | null): void {
  if (!dialog?.open) return
  const stop = closeOnBack(
    newKey(),
    () => dialog.close(),
    () => dialog.open,
  )
  dialog.addEventListener('close', stop, { once: true })
}
