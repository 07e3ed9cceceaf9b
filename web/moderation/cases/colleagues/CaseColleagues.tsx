import { useQuery } from '@tanstack/react-query'
import { caseNotesQuery } from '#web/moderation/staff/queries.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { useCaseStatus } from './case-status.ts'
import { useClaim } from './use-claim.ts'

interface CaseColleaguesProps {
  id: string
  /** The state that is shown; a colleague may have decided since. */
  isOpen: boolean
  /** True for moderators who may not decide, whom nobody needs to wait for. */
  isBarred: boolean
}

const notesText = (count: number) => (count === 1 ? '1 note' : `${count} notes`)

/** Says what colleagues do with the open case. The line has room before any words, so that no button moves. */
export function CaseColleagues({ id, isOpen, isBarred }: CaseColleaguesProps) {
  useClaim(id, isOpen && !isBarred)
  const status = useCaseStatus(id)
  const { data } = useQuery(caseNotesQuery(useApi(), id))
  const count = data?.notes.length ?? 0
  const closed = isOpen && data?.state === 'decided' ? 'A colleague decided this' : undefined
  return (
    <p role="status" className="staff-colleagues text-sm font-semibold">
      {[count > 0 && notesText(count), status ? `${status.who} ${status.what}` : closed]
        .filter(Boolean)
        .join(' · ')}
    </p>
  )
}
