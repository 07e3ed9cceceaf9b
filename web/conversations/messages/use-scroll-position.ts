import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** A position this near to the end counts as the end. */
const NEAR_PIXELS = 80

interface ScrollPosition {
  box: RefObject<HTMLDivElement | null>
  list: RefObject<HTMLOListElement | null>
  isAtEnd: boolean
  toEnd: () => void
}

/**
 * Keeps the reader's place in a list whose box counts its scrolling from the end (`column-reverse`). Older messages
 * above move nothing. At the end the list follows new messages. People who read further up are held in place when
 * messages appear below, and people who write go to the end.
 */
export function useScrollPosition(lastKey: string | undefined, isLastOwn: boolean): ScrollPosition {
  const box = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const lastShown = useRef<Element>(undefined)
  const [isAtEnd, setAtEnd] = useState(true)

  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const look = () => setAtEnd(-element.scrollTop < NEAR_PIXELS)
    element.addEventListener('scroll', look, { passive: true })
    return () => element.removeEventListener('scroll', look)
  }, [])

  useLayoutEffect(() => {
    const element = box.current
    const before = lastShown.current
    lastShown.current = list.current?.lastElementChild ?? undefined
    if (!element || !before?.isConnected || !lastShown.current) return
    const added = lastShown.current.getBoundingClientRect().bottom - before.getBoundingClientRect().bottom
    if (added <= 0) return
    if (isLastOwn) element.scrollTop = 0
    else if (-element.scrollTop >= NEAR_PIXELS) element.scrollTop -= added
  }, [lastKey, isLastOwn])

  const toEnd = useCallback(() => {
    if (!box.current) return
    box.current.scrollTop = 0
    // The pressed button disappears and would lose the focus.
    box.current.focus({ preventScroll: true })
  }, [])
  return { box, list, isAtEnd, toEnd }
}
