import { type PointerEvent, type SyntheticEvent, useEffect, useRef } from 'react'

/** As long as phones themselves wait. */
const PRESS_MILLISECONDS = 450
/** A finger that goes further scrolls. */
const STILL_PIXELS = 10

/** What a finger does that stays on something; on its links and buttons it does what it does everywhere. */
export function useLongPress(onPress: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const start = useRef({ x: 0, y: 0 })
  const isPressed = useRef(false)
  const cancel = () => clearTimeout(timer.current)
  /** What the browser would do at the end, a tap or a menu of its own, would take the focus away again. */
  const endQuietly = (event: SyntheticEvent) => {
    if (isPressed.current) event.preventDefault()
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    onPointerDown({ pointerType, target, clientX, clientY }: PointerEvent<HTMLElement>) {
      isPressed.current = false
      if (pointerType !== 'touch' || (target as Element).closest('a, button')) return
      start.current = { x: clientX, y: clientY }
      cancel()
      timer.current = setTimeout(() => {
        isPressed.current = true
        onPress()
      }, PRESS_MILLISECONDS)
    },
    onPointerMove({ clientX, clientY }: PointerEvent<HTMLElement>) {
      const { x, y } = start.current
      if (Math.hypot(clientX - x, clientY - y) > STILL_PIXELS) cancel()
    },
    onPointerUp: cancel,
    onPointerCancel: cancel,
    onTouchEnd: endQuietly,
    onContextMenu: endQuietly,
  }
}
