import type { ReactNode } from 'react'
import { FormError } from '#web/platform/forms/FormError.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { AuthCard } from '#web/accounts/AuthCard.tsx'

interface ConfirmLinkProps {
  title?: string
  problem?: string
  /** Said once there is an outcome. */
  children?: ReactNode
  next: { path: string; text: string }
}

/** The screen of a link that confirms something: waiting, refused or done. */
export function ConfirmLink({
  title = 'Confirm your e-mail address',
  problem,
  children,
  next,
}: ConfirmLinkProps) {
  return (
    <AuthCard title={title}>
      <FormError message={problem} />
      <div role="status" className={problem ? 'mt-4 text-muted' : 'text-center'}>
        {children || 'One moment, please…'}
      </div>
      {children && (
        <Link to={next.path} className="button button-primary mt-4 w-full">
          {next.text}
        </Link>
      )}
    </AuthCard>
  )
}
