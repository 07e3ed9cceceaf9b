import { lazy, Suspense } from 'react'
import { useSession } from '#web/accounts/sessions/session.ts'
import type { Reported } from './ReportDialog.tsx'

const ReportDialog = lazy(async () => ({ default: (await import('./ReportDialog.tsx')).ReportDialog }))

/** For people who are signed in; its code comes when it is first drawn. */
export function LazyReportDialog(props: Omit<Reported, 'personId'> & { onClose: () => void }) {
  const personId = useSession()?.user.id
  if (personId === undefined) return null
  return (
    <Suspense>
      <ReportDialog {...props} personId={personId} />
    </Suspense>
  )
}
