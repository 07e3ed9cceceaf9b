import { useEffect, useEffectEvent, useId } from 'react'
import { closeOnBack } from './close-on-back.ts'

/** Back, also that of a phone, closes the element above the page instead of leaving the page. */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const id = useId()
  const closeNow = useEffectEvent(close)
  useEffect(() => (isOpen ? closeOnBack(id, () => closeNow()) : undefined), [id, isOpen])
}
