import { useSyncExternalStore } from 'react'

/** A hook that follows a media query; `atFirst` is what the server draws, and a browser until it has taken the page over. */
function mediaHook(query: string, atFirst: boolean) {
  function onChange(changed: () => void) {
    const media = matchMedia(query)
    media.addEventListener('change', changed)
    return () => media.removeEventListener('change', changed)
  }
  return (): boolean =>
    useSyncExternalStore(
      onChange,
      () => matchMedia(query).matches,
      () => atFirst,
    )
}

/** Where a list has room beside what it leads to. */
export const useWideScreen = mediaHook('(min-width: 64rem)', false)

const MEDIUM = '(min-width: 48rem)'

/** Where filters stand beside the list, as they do in every page's HTML: see `md` in the styles. */
export const useSideFilters = mediaHook(MEDIUM, true)
export const hasSideFilters = () => matchMedia(MEDIUM).matches
