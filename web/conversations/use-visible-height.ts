import { type RefObject, useEffect, useRef } from 'react'

/** If less than this share of the window is visible, a keyboard covers the rest. */
const KEYBOARD_SHARE = 0.75

/**
 * Sets the visible part of the window for the style sheet: a phone's keyboard covers the page without making it
 * smaller.
 */
export function useVisibleHeight(): RefObject<HTMLDivElement | null> {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const seen = window.visualViewport
    if (!seen) return undefined
    const measure = () => {
      const element = frame.current
      if (!element) return
      // People who zoom with two fingers see less as well, but they scroll within the page.
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
