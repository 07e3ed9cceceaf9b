import { type RefObject, useEffect, useRef } from 'react'

/** The value of the last render, for callbacks that run later. */
export function useLatest<Value>(value: Value): Readonly<RefObject<Value>> {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  return latest
}
