import type { AnchorHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react'
import { afterPaint } from '#web/platform/browser/after-paint.ts'
import { usePrepare } from '#web/platform/router/prepare.ts'
import { useNavigate } from '#web/platform/router/use-router.ts'

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** An address of this site. */
  to: string
  replace?: boolean
  /** Stored with the entry in the history. */
  state?: unknown
  /** True if the browser loads the document, as for a link to another site. */
  reloadDocument?: boolean | undefined
  children: ReactNode
  ref?: Ref<HTMLAnchorElement>
}

/** True for an ordinary click, which opens no other tab or window and saves nothing. */
const isPlain = (event: MouseEvent<HTMLAnchorElement>) =>
  event.button === 0 &&
  !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) &&
  ['', '_self'].includes(event.currentTarget.target)

/** A link to the current address adds nothing to the history. */
const isHere = (to: string) => to === location.pathname + location.search + location.hash

/** A link within the site. It fetches its page's code and data as soon as a finger or pointer comes near. */
export function Link({ to, replace, state, reloadDocument = false, onClick, children, ...rest }: LinkProps) {
  const prepare = usePrepare()
  const navigate = useNavigate()
  const warm = () => prepare(to)
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    if (event.defaultPrevented || reloadDocument || !isPlain(event)) return
    event.preventDefault()
    const go = () => navigate(to, { replace: replace ?? isHere(to), state })
    if (to.split('?')[0] !== location.pathname) return go()
    // Much of this page may change: the touched link changes first.
    const { dataset } = event.currentTarget
    dataset.followed = ''
    afterPaint(() => {
      delete dataset.followed
      go()
    })
  }
  return (
    <a href={to} onPointerEnter={warm} onTouchStart={warm} onFocus={warm} onClick={follow} {...rest}>
      {children}
    </a>
  )
}
