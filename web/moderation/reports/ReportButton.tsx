import type { ReactNode } from 'react'
import type { Target } from '#contract/moderation/reports/reports.ts'
import { useSession } from '#web/accounts/sessions/session.ts'
import { useLocation } from '#web/platform/router/use-router.ts'
import { Link } from '#web/platform/ui/Link.tsx'
import { useReportDialog } from './use-report-dialog.ts'

interface ReportButtonProps {
  target: Target
  /** Noun that follows 'Report this'. */
  what: string
  className: string
  children: ReactNode
}

/** Opens the report dialog, whose code loads then. Signed-out people get the page for reports without an account. */
export function ReportButton({ target, what, className, children }: ReportButtonProps) {
  const session = useSession()
  const { pathname } = useLocation()
  const dialog = useReportDialog()
  if (!session)
    return (
      <Link to={`/report?about=${pathname}`} className={className}>
        {children}
      </Link>
    )
  return (
    <>
      <button type="button" aria-haspopup="dialog" className={className} onClick={dialog.open}>
        {children}
      </button>
      {dialog.show({ target, what, personId: session.user.id })}
    </>
  )
}
