import type { ReactNode } from 'react'
import { useLocation } from '#web/platform/router/use-router.ts'
import { Link } from '#web/platform/ui/Link.tsx'

interface NavigationLinkProps {
  to: string
  children: ReactNode
}

const STYLE =
  'flex min-h-11 items-center rounded-card px-3 hover:bg-sunken aria-[current]:font-semibold aria-[current]:text-accent'

export function NavigationLink({ to, children }: NavigationLinkProps) {
  const { pathname } = useLocation()
  return (
    <Link to={to} aria-current={pathname === to ? 'page' : undefined} className={STYLE}>
      {children}
    </Link>
  )
}
