import { useEffect, useRef } from 'react'

interface Wanted {
  key: string
  index: number
  control: string
}

/**
 * Restores the focus when its tile was moved, replaced or removed: to the same control of the same photo, or else of
 * the photo that took its place. It ends when the person does something else.
 */
export function useStableFocus(keys: readonly string[]) {
  const wanted = useRef<Wanted>(null)
  useEffect(() => {
    const forget = () => {
      wanted.current = null
    }
    const options = { capture: true }
    addEventListener('pointerdown', forget, options)
    addEventListener('keydown', forget, options)
    return () => {
      removeEventListener('pointerdown', forget, options)
      removeEventListener('keydown', forget, options)
    }
  }, [])
  useEffect(() => {
    if (!wanted.current || document.activeElement !== document.body) return
    const { key, index, control } = wanted.current
    const successor = keys.includes(key) ? key : keys[Math.min(index, keys.length - 1)]
    document.querySelector<HTMLElement>(`[data-photo="${successor}"] [data-control="${control}"]`)?.focus()
  })
  return (key: string, control: string) => {
    wanted.current = { key, index: keys.indexOf(key), control }
  }
}
