import { useSyncExternalStore } from 'react'

/** Where a list has room beside what it leads to. */
const WIDE = '(min-width: 64rem)'

function onChange(changed: () => void) {
  const wide = matchMedia(WIDE)
  wide.addEventListener('change', changed)
  return () => wide.removeEventListener('change', changed)
}

export const useWideScreen = (): boolean =>
  useSyncExternalStore(
    onChange,
    () => matchMedia(WIDE).matches,
    () => false,
  )
