import type { ReactNode } from 'react'
import { FormError } from '#web/platform/forms/FormError.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { AuthCard } from '#web/accounts/AuthCard.tsx'

interface ConfirmLinkProps {
  title?: string
  problem?: string
  /** Shown once there is an outcome. */
  children?: ReactNode
  next: { path: string; text: string }
  /** Text of a button that has to be tapped first, instead of the link to continue. */
  action?: string
  onConfirm?: () => void
}

/**
 * The screen of a link that confirms something: it waits for the server or for a tap, then says whether the
 * link worked.
 */
export function ConfirmLink({
  title = 'Confirm your e-mail address',
  problem,
  children,
  next,
  action,
  onConfirm,
}: ConfirmLinkProps) {
  return (
    <AuthCard title={title}>
      <FormError message={problem} />
      <div role="status" className={problem ? 'mt-4 text-muted' : 'text-center'}>
        {children || 'One moment, please…'}
      </div>
      {action && (
        <Button look="primary" className="mt-4 w-full" onClick={onConfirm}>
          {action}
        </Button>
      )}
      {children && !action && (
        <Link to={next.path} className="button button-primary mt-4 w-full">
          {next.text}
        </Link>
      )}
    </AuthCard>
  )
}
