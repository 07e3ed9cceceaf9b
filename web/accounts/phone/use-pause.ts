import { useCallback, useEffect, useRef } from 'react'

/** Does something after a pause, unless the screen is left before. */
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
