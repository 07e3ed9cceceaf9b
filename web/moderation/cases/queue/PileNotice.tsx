import type { Pile, QueueEntry, QueueSearch } from '#contract/moderation/cases/queue.ts'
import { isolated } from '#contract/isolated.ts'
import { Link } from '#web/platform/ui/Link.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { countText } from './count-text.ts'
import { queuePath } from './queue-search.ts'

interface PileNoticeProps {
  entry: QueueEntry
  pile: Pile
  search: QueueSearch
}

/** Says that the open case is one of several, which can be decided together. */
export const PileNotice = ({ entry, pile, search }: PileNoticeProps) => (
  <div className="mb-3">
    <Notice look="info">
      <p>
        {`This is one of ${countText(pile.cases)} open cases of ${isolated(entry.subject.name)}`}
        {pile.people > 1 && ' and of accounts on the same devices or addresses'}
        {'. '}
        <Link to={queuePath(undefined, { ...search, pile: pile.id })} className="link" aria-keyshortcuts="o">
          Open the pile
        </Link>
      </p>
    </Notice>
  </div>
)
