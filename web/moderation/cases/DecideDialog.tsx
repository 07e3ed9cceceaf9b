import { useQueryClient } from '@tanstack/react-query'
import type { Case, DecisionLine } from '#contract/moderation/cases/cases.ts'
import { isolated } from '#contract/isolated.ts'
import { type ActionName, actionNamed } from '#contract/moderation/cases/decisions.ts'
import { preparedWords } from '#contract/moderation/cases/prepared-words.ts'
import type { Target } from '#contract/moderation/reports/reports.ts'
import { useNavigate } from '#web/platform/router/use-router.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { showFailure } from '#web/platform/forms/use-zod-form.ts'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { showUndo } from '#web/platform/ui/toasts/undo-toast.ts'
import { STAFF_KEY } from '#web/moderation/staff/queries.ts'
import { DecisionDialog } from './DecisionDialog.tsx'

/** The subject of a decision and its name on the screen. */
export interface Decidable {
  target: Target
  /** The open case, if there is one. */
  caseId?: string
  title: string
  subjectName: string
  /** Decision that the heaviest reason proposes. */
  proposal?: Case['proposal']
}

interface DecideDialogProps extends Decidable {
  action: ActionName
  onDecided: (decision: DecisionLine) => void
  onClose: () => void
}

export const ACCOUNT_ACTIONS = new Set<ActionName>(['limit', 'suspend', 'ban'])

/** Only titles that people wrote have quotation marks; those of messages and reviews are sentences. */
const thingName = ({ target, title }: Decidable): string =>
  target.kind === 'product' ? `‘${isolated(title)}’` : isolated(title)

/** For example '‘Nokia 3310’ was removed' or 'The account of Ama was suspended'. */
function doneText(action: ActionName, decidable: Decidable): string {
  const thing = ACCOUNT_ACTIONS.has(action)
    ? `The account of ${isolated(decidable.subjectName)}`
    : thingName(decidable)
  return `${thing} ${actionNamed(action).done}`
}

/** A little less than the server's minute. */
export const UNDO_MILLISECONDS = 55_000

/** Says what was decided and, if the server allows it, offers to take it back, which opens the case again. */
function useShowDecided(decided: Decidable) {
  const { caseId } = decided
  const api = useApi()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  async function undo(id: string) {
    try {
      await api.call('undoDecision', { params: { id } })
      showToast(`The decision about ${thingName(decided)} was taken back`)
      if (caseId !== undefined) navigate(`/moderation/cases/${caseId}`)
    } catch (error) {
      showFailure('Failed to take the decision back', error)
    }
    await queryClient.invalidateQueries({ queryKey: STAFF_KEY })
  }
  return ({ id, undoUntil }: { id: string; undoUntil: string | null }, text: string) => {
    if (undoUntil) showUndo(text, () => void undo(id), UNDO_MILLISECONDS)
    else showToast(text)
    void queryClient.invalidateQueries({ queryKey: STAFF_KEY })
  }
}

/** The decision about one thing. */
export function DecideDialog(props: DecideDialogProps) {
  const { action, target, caseId, title, subjectName, proposal, onDecided, onClose } = props
  const api = useApi()
  const showDecided = useShowDecided(props)
  return (
    <DecisionDialog
      action={action}
      title={isolated(title)}
      target={target}
      caseId={caseId}
      isUndoable={caseId !== undefined}
      proposedRule={proposal?.rule ?? null}
      wordsFor={(rule) => preparedWords({ action, rule, kind: target.kind, title, name: subjectName })}
      send={async (body) => {
        const decision = await api.call('decide', { body })
        onDecided(decision)
        showDecided(decision, doneText(action, props))
      }}
      onClose={onClose}
    />
  )
}
