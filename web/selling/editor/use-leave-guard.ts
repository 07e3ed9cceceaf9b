import { useEffect, useEffectEvent } from 'react'

/** The page of this site that a plain click opens; undefined for all other clicks. */
function pathOfClick(event: MouseEvent): string | undefined {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!isPlain || !link?.href || link.target || link.origin !== location.origin) return undefined
  return link.pathname === location.pathname ? undefined : link.pathname + link.search + link.hash
}

interface LeaveGuard {
  /** Whether a link within the site needs confirmation. */
  isActive: boolean
  /** Whether closing the tab would lose work. */
  isLost: boolean
  onLeave: (path: string) => void
}

/**
 * People must confirm before they follow a link while changes are unsaved, and before they close the tab if that would
 * lose the changes. The back button needs no confirmation: the typed text is still there when people come back.
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
    // Capture the click before the router's own links see it.
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
