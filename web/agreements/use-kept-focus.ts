import { useLayoutEffect, useRef } from 'react'

/** Moves the focus to the text of the card if the focused button disappears. */
export function useKeptFocus() {
  const text = useRef<HTMLParagraphElement>(null)
  const hasFocus = useRef(false)
  useLayoutEffect(() => {
    if (hasFocus.current && document.activeElement === document.body)
      text.current?.focus({ preventScroll: true })
  })
  const setFocus = (has: boolean) => () => {
    hasFocus.current = has
  }
  return { text, onFocus: setFocus(true), onBlur: setFocus(false) }
}
