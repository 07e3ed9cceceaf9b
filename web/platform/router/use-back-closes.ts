import { useEffect, useId, useRef } from 'react'
import { beforeBack, openAbove } from './location.ts'

/** Back, also that of a phone, closes what is open above the page instead of leaving the page. */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const id = useId()
  const latest = useRef(close)
  const isShown = useRef(false)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    if (!isOpen) return undefined
    isShown.current = true
    if (openAbove() !== id) history.pushState({ ...(history.state as object | null), above: id }, '')
    const stop = beforeBack.add(() => openAbove() !== id && latest.current())
    return () => {
      stop()
      isShown.current = false
      // Later, since closing may lead to another page, which takes the entry's place.
      setTimeout(() => !isShown.current && openAbove() === id && history.back())
    }
  }, [id, isOpen])
}
