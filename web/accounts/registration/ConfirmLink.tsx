import type { ReactNode } from 'react'
import { FormError } from '#web/platform/forms/FormError.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { AuthCard } from '#web/accounts/AuthCard.tsx'

interface ConfirmLinkProps {
  title?: string
  problem?: string
  /** Shown once there is an outcome: what happened, or what to do about the problem. */
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
      {/* The problem takes the place of the text to wait by, so that nothing moves. */}
      <div role="status" className="text-center empty:hidden">
        {!problem && (children || 'One moment, please…')}
      </div>
      <FormError message={problem}>{problem && <p className="mt-4 text-muted">{children}</p>}</FormError>
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
