import { useEffect, useLayoutEffect, useRef } from 'react'
import type { Location } from '#web/platform/router/location.ts'
import { useLocation, useNavigationType } from '#web/platform/router/use-router.ts'
import { tabStorage } from '#web/platform/offline/browser-storage.ts'

/** The key alone is not enough, because the first page of every new document has the same one. */
const storageKey = ({ key, pathname, search }: Location) => `scroll:${key}:${pathname}${search}`

/** If the storage is full or forbidden, only the scroll position is lost. */
const remember = (name: string) => void tabStorage.set(name, String(Math.round(scrollY)))
const recall = (name: string): number => Number(tabStorage.get(name) ?? 0)

/** Scrolls to `top` as soon as the page is tall enough, and gives up if the person scrolls first. */
function scrollWhenTall(top: number) {
  const go = () => {
    scrollTo(0, top)
    return Math.abs(scrollY - top) < 2
  }
  if (go()) return () => undefined
  const observer = new ResizeObserver(() => {
    if (go()) stop()
  })
  const stop = () => {
    observer.disconnect()
    for (const event of ['wheel', 'touchstart', 'keydown'] as const) removeEventListener(event, stop)
  }
  observer.observe(document.body)
  for (const event of ['wheel', 'touchstart', 'keydown'] as const)
    addEventListener(event, stop, { passive: true })
  return stop
}

/**
 * Back and forward return to the position where the page was left. A new page starts at its top, unless only
 * its filters changed (`state.preservesScroll`).
 */
export function ScrollPosition() {
  const location = useLocation() as Location<{ preservesScroll?: boolean } | null>
  const { state } = location
  const name = storageKey(location)
  const navigation = useNavigationType()
  const isFirst = useRef(true)

  useEffect(() => {
    history.scrollRestoration = 'manual'
    const save = () => remember(name)
    addEventListener('scrollend', save, { passive: true })
    addEventListener('pagehide', save)
    return () => {
      removeEventListener('scrollend', save)
      removeEventListener('pagehide', save)
    }
  }, [name])

  useLayoutEffect(() => {
    const wasFirst = isFirst.current
    isFirst.current = false
    if (navigation === 'POP') return scrollWhenTall(recall(name))
    if (!wasFirst && !state?.preservesScroll) scrollTo(0, 0)
    return undefined
  }, [name, navigation, state])

  useLayoutEffect(() => () => remember(name), [name])
  return null
}
