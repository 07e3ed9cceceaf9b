import type { ReactNode, Ref } from 'react'
import { Link as RouterLink, type LinkProps as RouterLinkProps } from 'react-router'
import { usePrepare } from '#web/app/prepare.ts'

type LinkProps = Omit<RouterLinkProps, 'to'> & {
  to: string
  children: ReactNode
  ref?: Ref<HTMLAnchorElement>
}

/** A link within the site. Its page's code and data are fetched as soon as a finger or pointer comes near. */
export function Link({ to, ...rest }: LinkProps) {
  const prepare = usePrepare()
  const warm = () => prepare(to)
  return <RouterLink to={to} onPointerEnter={warm} onTouchStart={warm} onFocus={warm} {...rest} />
}
