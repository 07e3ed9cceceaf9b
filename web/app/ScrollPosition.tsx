import { useEffect, useLayoutEffect, useRef } from 'react'
import type { Location } from '#web/platform/router/location.ts'
import { useLocation, useNavigationType } from '#web/platform/router/use-router.ts'
import { tabStorage } from '#web/platform/offline/browser-storage.ts'

/** The key alone is not enough, because the first page of every new document has the same one. */
const storageKey = ({ key, pathname, search }: Location) => `scroll:${key}:${pathname}${search}`

/** If the storage is full or forbidden, only the scroll position is lost. */
const remember = (name: string) => void tabStorage.set(name, String(scrollY))
const recall = (name: string): number => Number(tabStorage.get(name) ?? 0)

/** Scrolls to a part of the page, or to `top`. Returns whether it stays there: what comes later may move a part. */
function goTo(top: number, part: string): boolean {
  scrollTo(0, top)
  if (part) document.getElementById(part)?.scrollIntoView()
  return !part && Math.abs(scrollY - top) < 2
}

/** Scrolls as soon as the page is tall enough, and gives up if the person scrolls first. */
function scrollWhenTall(go: () => boolean) {
  if (go()) return () => undefined
  const observer = new ResizeObserver(() => {
    if (go()) stop()
  })
  const stop = () => observer.disconnect()
  observer.observe(document.body)
  for (const event of ['wheel', 'touchstart', 'keydown']) addEventListener(event, stop, { once: true })
  return stop
}

/**
 * Back and forward return to the position where the page was left. A new page starts at its top, or at the part after
 * '#', unless only its filters changed (`state.preservesScroll`).
 */
export function ScrollPosition() {
  const location = useLocation() as Location<{ preservesScroll?: boolean } | null>
  const { state, hash } = location
  const name = storageKey(location)
  const navigation = useNavigationType()
  const isFirst = useRef(true)

  useEffect(() => {
    history.scrollRestoration = 'manual'
    const save = () => remember(name)
    addEventListener('scrollend', save)
    addEventListener('pagehide', save)
    return () => {
      removeEventListener('scrollend', save)
      removeEventListener('pagehide', save)
    }
  }, [name])

  useLayoutEffect(() => {
    const wasFirst = isFirst.current
    isFirst.current = false
    if (navigation !== 'POP' && (wasFirst || state?.preservesScroll)) return undefined
    const top = navigation === 'POP' ? recall(name) : 0
    return scrollWhenTall(() => goTo(top, top > 0 ? '' : hash.slice(1)))
  }, [name, navigation, state, hash])

  useLayoutEffect(() => () => remember(name), [name])
  return null
}
