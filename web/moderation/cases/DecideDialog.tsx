import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { type Case, DecisionForm, type DecisionLine } from '#contract/moderation/cases/cases.ts'
import { isolated } from '#contract/isolated.ts'
import { MODERATION_WORDS_MAX } from '#contract/limits.ts'
import { type ActionName, actionNamed, type RuleName, RULES } from '#contract/moderation/cases/decisions.ts'
import { preparedWords } from '#contract/moderation/cases/prepared-words.ts'
import type { Target } from '#contract/moderation/reports/reports.ts'
import { useSession } from '#web/accounts/sessions/session.ts'
import { useNavigate } from '#web/platform/router/use-router.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { CountedField } from '#web/platform/forms/CountedField.tsx'
import { Field } from '#web/platform/forms/Field.tsx'
import { Form } from '#web/platform/forms/Form.tsx'
import { SelectField } from '#web/platform/forms/SelectField.tsx'
import { useFormDraft } from '#web/platform/forms/use-form-draft.ts'
import { useSubmitOnce } from '#web/platform/forms/use-submit-once.ts'
import { fieldOf, showFailure, submitTo, useZodForm } from '#web/platform/forms/use-zod-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog, dialogOf } from '#web/platform/ui/dialogs/Dialog.tsx'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { showUndo } from '#web/platform/ui/toasts/undo-toast.ts'
import { SendButton } from './SendButton.tsx'
import { STAFF_KEY } from '#web/moderation/staff/queries.ts'

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

const PRESETS = [3, 7, 30]
const ACCOUNT_ACTIONS = new Set<ActionName>(['limit', 'suspend', 'ban'])
const NEEDS_RULE = new Set<ActionName>(['remove', 'warn', 'limit', 'suspend', 'ban'])

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

/** Words to begin with; empty if the action needs none, or until the rule is chosen. */
const wordsFor = (
  { action, target: { kind }, title, subjectName }: DecideDialogProps,
  rule: RuleName | null,
) =>
  rule !== null && NEEDS_RULE.has(action)
    ? preparedWords({ action, rule, kind, title, name: subjectName })
    : ''

/** Begins with the proposed rule and its words. Another rule replaces the words unless somebody changed them. */
function useDecisionForm(props: DecideDialogProps) {
  const { action, target, caseId, proposal } = props
  const proposed = NEEDS_RULE.has(action) ? (proposal?.rule ?? null) : null
  const words = wordsFor(props, proposed)
  const form = useZodForm(DecisionForm, {
    target,
    caseId,
    action,
    rule: proposed,
    words,
    days: null,
    isUndoable: caseId !== undefined,
  })
  const personId = useSession()?.user.id ?? ''
  const forget = useFormDraft(form, { personId, name: `decision ${action} ${target.id}` })
  const rule = form.watch('rule')
  const prepare = useEffectEvent((chosen: RuleName | null) => {
    if (form.getFieldState('words').isDirty || chosen === null) return
    form.setValue('words', wordsFor(props, chosen), { shouldValidate: form.formState.isSubmitted })
  })
  useEffect(() => prepare(rule), [rule])
  return { form, forget }
}

/** Puts the focus where the next key belongs: on the first gap, otherwise on the button that sends. */
function useFirstFocus(form: FormOfDecision, action: ActionName) {
  const send = useRef<HTMLButtonElement>(null)
  const focusGap = useEffectEvent(() => {
    const { rule, days } = form.getValues()
    if (NEEDS_RULE.has(action) && !rule) form.setFocus('rule')
    else if (actionNamed(action).mostDays !== undefined && !days) form.setFocus('days')
    else send.current?.focus()
  })
  // Effects run after those of the dialog, which opens first.
  useEffect(() => focusGap(), [])
  return send
}

type FormOfDecision = ReturnType<typeof useDecisionForm>['form']

const RuleField = ({ form, isNeeded }: { form: FormOfDecision; isNeeded: boolean }) => (
  <SelectField
    label={isNeeded ? 'Rule' : 'Rule (optional)'}
    prompt="Choose the rule"
    options={Object.entries(RULES)}
    error={form.formState.errors.rule?.message}
    {...form.register('rule', { setValueAs: (value: string | null) => value || null })}
  />
)

function DaysField({ form }: { form: FormOfDecision }) {
  return (
    <div>
      <Field
        label="Days"
        inputMode="numeric"
        autoComplete="off"
        error={form.formState.errors.days?.message}
        {...form.register('days', {
          setValueAs: (value: string | number | null) =>
            value === '' || value === null ? null : Number(value),
        })}
      />
      <div className="mt-2 flex flex-wrap gap-2">
        {PRESETS.map((days) => (
          <button
            key={days}
            type="button"
            className="chip"
            aria-pressed={Number(form.watch('days')) === days}
            onClick={() => form.setValue('days', days, { shouldValidate: true })}
          >
            {`${days} days`}
          </button>
        ))}
      </div>
    </div>
  )
}

/** A little less than the server's minute. */
const UNDO_MILLISECONDS = 55_000

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

/** Form for the rule, the words for the person and the days. The typed text stays if sending fails. */
export function DecideDialog(props: DecideDialogProps) {
  const { action, onDecided, onClose } = props
  const api = useApi()
  const showDecided = useShowDecided(props)
  const { form, forget } = useDecisionForm(props)
  const { isSubmitting } = form.formState
  const send = useFirstFocus(form, action)
  const isNeeded = NEEDS_RULE.has(action)
  const submit = useSubmitOnce(
    submitTo(form, async (body) => {
      const decision = await api.call('decide', { body })
      forget()
      onDecided(decision)
      showDecided(decision, doneText(action, props))
    }),
  )
  const { text, mostDays } = actionNamed(action)
  return (
    <Dialog title={`${text}: ${isolated(props.title)}`} hasBar isSheet onClose={onClose}>
      <Form form={form} onSubmit={submit} className="grid gap-4 p-4">
        {action !== 'approve' && <RuleField form={form} isNeeded={isNeeded} />}
        <CountedField
          label={isNeeded ? 'Message to the person' : 'Message to the person (optional)'}
          rows={4}
          length={form.watch('words').length}
          most={MODERATION_WORDS_MAX}
          {...fieldOf(form, 'words')}
        />
        {mostDays !== undefined && <DaysField form={form} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={(event) => dialogOf(event)?.close()}>Cancel</Button>
          <SendButton ref={send} text={text} busy={isSubmitting ? 'Deciding…' : undefined} />
        </div>
      </Form>
    </Dialog>
  )
}
