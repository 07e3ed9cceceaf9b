import { type ReactNode, useEffect, useRef, useState } from 'react'

interface WhenNearProps {
  /** Takes the content's room until then. */
  outline?: ReactNode
  children: ReactNode
}

/** Draws its content only once the reader has scrolled near, so that nobody loads data for nothing. */
export function WhenNear({ outline, children }: WhenNearProps) {
  const anchor = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: '300px',
    })
    if (anchor.current) observer.observe(anchor.current)
    return () => observer.disconnect()
  }, [])
  return <div ref={anchor}>{isNear ? children : outline}</div>
}
