import { type RefObject, useEffect, useRef } from 'react'

/** Less than this share of the window is left to see when a keyboard lies over it. */
const KEYBOARD_SHARE = 0.75

/**
 * Sets for the style sheet how much of the window is to be seen: browsers lay the keyboard of a phone over the page
 * without making the page smaller.
 */
export function useVisibleHeight(): RefObject<HTMLDivElement | null> {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const seen = window.visualViewport
    if (!seen) return undefined
    const measure = () => {
      const element = frame.current
      if (!element) return
      // Who zooms with two fingers sees less of it as well, and moves about in what is there.
      const isZoomed = seen.scale > 1
      const height = seen.height * seen.scale
      element.style.setProperty('--visible-height', `${height}px`)
      element.style.setProperty('--visible-top', `${isZoomed ? 0 : seen.offsetTop}px`)
      element.toggleAttribute('data-keyboard', height < innerHeight * KEYBOARD_SHARE)
    }
    measure()
    seen.addEventListener('resize', measure)
    seen.addEventListener('scroll', measure)
    return () => {
      seen.removeEventListener('resize', measure)
      seen.removeEventListener('scroll', measure)
    }
  }, [])
  return frame
}
