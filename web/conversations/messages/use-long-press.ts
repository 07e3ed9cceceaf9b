import { type PointerEvent, type SyntheticEvent, useEffect, useRef } from 'react'

/** Phones themselves wait about as long. */
const PRESS_MILLISECONDS = 450
/** A finger that moves further scrolls. */
const STILL_PIXELS = 10

/** Calls `onPress` when a finger stays on an element; its links and buttons keep their own behaviour. */
export function useLongPress(onPress: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const start = useRef({ x: 0, y: 0 })
  const isPressed = useRef(false)
  const cancel = () => clearTimeout(timer.current)
  /** The browser's own tap or menu at the end of the press would take the focus away again. */
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
