import { type RefObject, useEffect, useRef } from 'react'

/** A value as the last render had it, for what happens later. */
export function useLatest<Value>(value: Value): Readonly<RefObject<Value>> {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  return latest
}
