import { useSyncExternalStore } from 'react'

/**
 * Makes a hook that follows a media query. It returns `initial` on the server and until hydration is done.
 */
function mediaHook(query: string, initial: boolean) {
  function onChange(changed: () => void) {
    const media = matchMedia(query)
    media.addEventListener('change', changed)
    return () => media.removeEventListener('change', changed)
  }
  return (): boolean =>
    useSyncExternalStore(
      onChange,
      () => matchMedia(query).matches,
      () => initial,
    )
}

/** True if the screen has room for a list and its current entry side by side. */
export const useWideScreen = mediaHook('(min-width: 64rem)', false)

const MEDIUM = '(min-width: 48rem)'

/** True if filters are beside the list, as in the HTML of every page; the styles call this width `md`. */
export const useSideFilters = mediaHook(MEDIUM, true)
export const hasSideFilters = () => matchMedia(MEDIUM).matches
