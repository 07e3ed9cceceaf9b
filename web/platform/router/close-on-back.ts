import { beforeBack, newKey, openAbove } from './location.ts'

/** What has an entry in the history above the page, by the entry's name: whether it is open still. */
const above = new Map<string, () => boolean>()

/** Back, also that of a phone, closes what is open above the page instead of leaving the page. Returns what ends that. */
export function closeOnBack(id: string, close: () => void, isOpen = () => true): () => void {
  const former = openAbove()
  // What opens as another closes takes its entry over.
  const isFree = former !== undefined && !above.get(former)?.()
  const entry = { ...(history.state as object | null), above: id }
  if (former !== id) history[isFree ? 'replaceState' : 'pushState'](entry, '')
  above.set(id, isOpen)
  const stop = beforeBack.add(() => openAbove() !== id && close())
  return () => {
    stop()
    above.delete(id)
    // Later, since closing may lead to another page, which takes the entry's place.
    setTimeout(() => !above.has(id) && openAbove() === id && history.back())
  }
}

/** The same for a dialog that is open, until it closes. */
export function closeDialogOnBack(dialog: HTMLDialogElement | null): void {
  if (!dialog?.open) return
  const stop = closeOnBack(
    newKey(),
    () => dialog.close(),
    () => dialog.open,
  )
  dialog.addEventListener('close', stop, { once: true })
}
