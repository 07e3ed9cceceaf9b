import { readSession } from '#web/accounts/sessions/session-store.ts'
import { tabStorage } from '#web/platform/offline/browser-storage.ts'
import { LAST_SEARCH } from './last-search.ts'

const STORAGE_KEY = 'sankofa.viewed'

function viewAddress(productId: string): string {
  const path = `/api/products/${productId}/views`
  const words = tabStorage.get(LAST_SEARCH)
  tabStorage.remove(LAST_SEARCH)
  return words === null ? path : `${path}?search=${encodeURIComponent(words)}`
}

/** Whether this browser session has not seen the product yet; marks it as seen. */
function isFirstView(productId: string): boolean {
  const viewed = tabStorage.get(STORAGE_KEY) ?? ''
  // Without storage, every look would count.
  return !viewed.includes(productId) && tabStorage.set(STORAGE_KEY, viewed + productId)
}

/**
 * Reports a view of a product once the page is visible, unless the viewer is its seller. Returns a function that stops
 * this.
 */
export function countView(id: string, sellerId: string): () => void {
  function count() {
    // A prerendered page is hidden until people open it.
    if (document.visibilityState !== 'visible' || readSession()?.user.id === sellerId) return
    // A beacon outlives the page; nothing waits for it, and a failure is ignored.
    if (isFirstView(id)) navigator.sendBeacon(viewAddress(id))
  }
  count()
  document.addEventListener('visibilitychange', count)
  return () => document.removeEventListener('visibilitychange', count)
}
