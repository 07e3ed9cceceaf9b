export interface Toast {
  id: number
  title: string
  detail?: string
  /** Where to look at it: own path and the link's text. */
  link?: readonly [to: string, text: string]
}

const SHOWN_MILLISECONDS = 5_000

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]) {
  toasts = next
  for (const notify of listeners) notify()
}

export const dismissToast = (id: number) => change(toasts.filter((toast) => toast.id !== id))

/** Says something in passing at the edge of the screen, and to screen readers politely. */
export function showToast(title: string, detail?: string, link?: Toast['link']): void {
  lastId += 1
  const id = lastId
  change([...toasts.slice(-2), { id, title, detail, link }])
  setTimeout(() => dismissToast(id), SHOWN_MILLISECONDS)
}

export const toastStore = {
  subscribe(notify: () => void) {
    listeners.add(notify)
    return () => listeners.delete(notify)
  },
  read: () => toasts,
}
