import { useEffect } from 'react'
import type { Product } from '#contract/products.ts'
import { readSession } from '#web/accounts/session-store.ts'

const STORAGE_KEY = 'sankofa.viewed'

/** Whether this is the first look at a product in this browser session; from then on it is not. */
function isFirstLook(productId: string): boolean {
  try {
    const viewed = sessionStorage.getItem(STORAGE_KEY) ?? ''
    if (viewed.includes(productId)) return false
    sessionStorage.setItem(STORAGE_KEY, viewed + productId)
    return true
  } catch {
    // Where nothing may be kept, each look would count.
    return false
  }
}

/** Tells the server that somebody looks at a product: once the page is seen, and not when the seller looks. */
export function useCountView({ id, seller }: Product): void {
  useEffect(() => {
    function count() {
      // A page that is prepared in the background is hidden until somebody sees it.
      if (document.visibilityState !== 'visible' || readSession()?.user.id === seller.id) return
      // It outlives the page, and nobody waits for it or hears that it failed.
      if (isFirstLook(id)) navigator.sendBeacon(`/api/products/${id}/views`)
    }
    count()
    document.addEventListener('visibilitychange', count)
    return () => document.removeEventListener('visibilitychange', count)
  }, [id, seller.id])
}
