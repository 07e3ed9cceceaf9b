import { useQueryClient } from '@tanstack/react-query'
import { type ActionName, actionNamed } from '#contract/moderation/cases/decisions.ts'
import { wordsWithBlanks } from '#contract/moderation/cases/prepared-words.ts'
import type { QueueEntry } from '#contract/moderation/cases/queue.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { showFailure } from '#web/platform/forms/use-zod-form.ts'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { showUndo } from '#web/platform/ui/toasts/undo-toast.ts'
import { caseIdsOf } from './use-selection.ts'
import { STAFF_KEY } from '#web/moderation/staff/queries.ts'
import { UNDO_MILLISECONDS } from '#web/moderation/cases/DecideDialog.tsx'
import { DecisionDialog } from '#web/moderation/cases/DecisionDialog.tsx'

export interface Outcome {
  decided: { caseId: string; decisionId: string; undoUntil: string | null }[]
  /** Cases that were not decided, with the reasons. */
  refused: { id: string; message: string }[]
}

interface DecideManyDialogProps {
  action: ActionName
  entries: readonly QueueEntry[]
  onDecided: (outcome: Outcome) => void
  onClose: () => void
}

const casesText = (count: number) => (count === 1 ? '1 case' : `${count} cases`)

/** Says what was decided, and offers to take back what can be. */
function useShowDecided(action: ActionName) {
  const api = useApi()
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: STAFF_KEY })
  async function undo(ids: string[]) {
    try {
      const { undone, refused } = await api.call('undoDecisions', { body: { ids } })
      const left = refused[0]
        ? `. ${casesText(refused.length)} ${refused.length === 1 ? 'stays' : 'stay'} decided: ${refused[0].message}`
        : ''
      showToast(`Took back the decisions about ${casesText(undone)}${left}`)
    } catch (error) {
      showFailure('Failed to take the decisions back', error)
    }
    await refresh()
  }
  return ({ decided }: Outcome) => {
    const text = `Decided ${casesText(decided.length)}: ${actionNamed(action).text}`
    const ids = decided.filter((each) => each.undoUntil !== null).map((each) => each.decisionId)
    if (ids.length > 0) showUndo(text, () => void undo(ids), UNDO_MILLISECONDS)
    else if (decided.length > 0) showToast(text)
    void refresh()
  }
}

/** One decision about all ticked cases; the server decides each for itself. */
export function DecideManyDialog({ action, entries, onDecided, onClose }: DecideManyDialogProps) {
  const api = useApi()
  const showDecided = useShowDecided(action)
  const [first] = entries
  if (!first) return null
  const caseIds = entries.flatMap(caseIdsOf)
  const alone = new Set(entries.flatMap(({ pile, subject }) => (pile ? [] : subject.id)))
  const people = entries.reduce((sum, { pile }) => sum + (pile?.people ?? 0), alone.size)
  return (
    <DecisionDialog
      action={action}
      title={`${casesText(caseIds.length)}${people > 1 ? ` of ${people} people` : ''}`}
      draftName={`${caseIds.length} cases from ${first.id}`}
      target={first.target}
      isUndoable
      proposedRule={null}
      wordsFor={(rule) => wordsWithBlanks(action, rule)}
      hint="For each case, {thing} becomes its listing, profile, message or review, and {name} its person."
      send={async ({ rule, words, days, isUndoable }) => {
        const body = { caseIds, action, rule, words, days, isUndoable }
        const outcome = await api.call('decideCases', { body })
        onDecided(outcome)
        showDecided(outcome)
      }}
      onClose={onClose}
    />
  )
}
