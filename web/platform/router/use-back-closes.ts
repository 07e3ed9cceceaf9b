import { useEffect, useId, useRef } from 'react'
import { closeOnBack } from './close-on-back.ts'

/** Back, also that of a phone, closes what is open above the page instead of leaving the page. */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const id = useId()
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => (isOpen ? closeOnBack(id, () => latest.current()) : undefined), [id, isOpen])
}
