import { caseCode } from '#contract/moderation/cases/case-code.ts'
import type { Outcome } from './DecideManyDialog.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'

interface RefusedCasesProps {
  refused: Outcome['refused']
  onClose: () => void
}

/** Names the cases of several that were not decided. */
export function RefusedCases({ refused, onClose }: RefusedCasesProps) {
  if (refused.length === 0) return null
  return (
    <div role="alert" className="mb-3">
      <Notice look="warn">
        <p className="font-semibold">
          {refused.length === 1 ? '1 case was not decided' : `${refused.length} cases were not decided`}
        </p>
        <ul>
          {refused.map(({ id, message }) => (
            <li key={id}>
              <Link to={`/moderation/cases/${id}`} className="link">
                {caseCode(id)}
              </Link>
              {`: ${message}`}
            </li>
          ))}
        </ul>
        <Button look="text" onClick={onClose}>
          Close
        </Button>
      </Notice>
    </div>
  )
}
