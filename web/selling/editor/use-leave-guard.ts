import { useEffect, useEffectEvent } from 'react'

/** The own page to which a plain click leads; undefined of all other clicks. */
function pathOfClick(event: MouseEvent): string | undefined {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!isPlain || !link?.href || link.target || link.origin !== location.origin) return undefined
  return link.pathname === location.pathname ? undefined : link.pathname + link.search + link.hash
}

interface LeaveGuard {
  /** Whether a link within the site is confirmed first. */
  isActive: boolean
  /** Whether closing the tab would leave work behind. */
  isLost: boolean
  onLeave: (path: string) => void
}

/**
 * Confirms before a click on a link leads away while something is unsaved, and before the tab is closed when that would
 * be the end of it. The back button needs no confirmation: what was typed is still there when one comes back.
 */
export function useLeaveGuard({ isActive, isLost, onLeave }: LeaveGuard): void {
  const confirmLeaving = useEffectEvent(onLeave)
  useEffect(() => {
    if (!isActive) return undefined
    function onClick(event: MouseEvent) {
      const path = pathOfClick(event)
      if (path === undefined) return
      event.preventDefault()
      event.stopPropagation()
      confirmLeaving(path)
    }
    // Before the router's own links see it.
    document.addEventListener('click', onClick, { capture: true })
    return () => document.removeEventListener('click', onClick, { capture: true })
  }, [isActive])
  useEffect(() => {
    if (!isLost) return undefined
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', onUnload)
    return () => removeEventListener('beforeunload', onUnload)
  }, [isLost])
}
