import { useEffect } from 'react'

/** Scrolling less than this is a trembling finger. */
const STEP_PIXELS = 8

/** Marks the document with the direction in which the person scrolls: a phone's search returns on the way up. */
export function useFollowScroll(): void {
  useEffect(() => {
    const { dataset } = document.documentElement
    let last = scrollY
    function follow() {
      if (Math.abs(scrollY - last) < STEP_PIXELS) return
      dataset.scroll = scrollY < last ? 'up' : 'down'
      last = scrollY
    }
    addEventListener('scroll', follow, { passive: true })
    return () => {
      removeEventListener('scroll', follow)
      delete dataset.scroll
    }
  }, [])
}
