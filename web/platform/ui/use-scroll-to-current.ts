import { type RefObject, useEffect, useRef } from 'react'

/** Scrolls a row of links to the current one, and again when `chosen` changes. */
export function useScrollToCurrent<Row extends HTMLElement>(
  chosen: string | undefined,
): RefObject<Row | null> {
  const row = useRef<Row>(null)
  useEffect(() => {
    // scrollIntoView would also move the page.
    const current = row.current?.querySelector<HTMLElement>('[aria-current]')
    if (row.current && current) row.current.scrollLeft = current.offsetLeft - row.current.clientWidth / 3
  }, [chosen])
  return row
}
