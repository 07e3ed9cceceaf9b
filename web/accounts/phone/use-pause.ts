import { useCallback, useEffect, useRef } from 'react'

/** Returns a function that acts after a pause, unless it is called again or the component is removed before. */
export function usePause(milliseconds: number): (act: () => void) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(
    (act) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(act, milliseconds)
    },
    [milliseconds],
  )
}
