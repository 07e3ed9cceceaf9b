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

/** Whether this is the first look at a product in this browser session; from then on it is not. */
function isFirstLook(productId: string): boolean {
  const viewed = tabStorage.get(STORAGE_KEY) ?? ''
  // Where nothing may be stored, each look would count.
  return !viewed.includes(productId) && tabStorage.set(STORAGE_KEY, viewed + productId)
}

/** Reports a view of a product to the server: once the page is visible, and not of the seller. Returns how to stop. */
export function countView(id: string, sellerId: string): () => void {
  function count() {
    // A page that is prepared in the background is hidden until somebody sees it.
    if (document.visibilityState !== 'visible' || readSession()?.user.id === sellerId) return
    // It outlives the page; nothing waits for it and a failure is ignored.
    if (isFirstLook(id)) navigator.sendBeacon(viewAddress(id))
  }
  count()
  document.addEventListener('visibilitychange', count)
  return () => document.removeEventListener('visibilitychange', count)
}
