import { useEffect, useEffectEvent, useRef } from 'react'
import { DecisionForm } from '#contract/moderation/cases/cases.ts'
import { MODERATION_WORDS_MAX } from '#contract/limits.ts'
import { type ActionName, actionNamed, type RuleName, RULES } from '#contract/moderation/cases/decisions.ts'
import type { Target } from '#contract/moderation/reports/reports.ts'
import { useSession } from '#web/accounts/sessions/session.ts'
import { CountedField } from '#web/platform/forms/CountedField.tsx'
import { Field } from '#web/platform/forms/Field.tsx'
import { Form } from '#web/platform/forms/Form.tsx'
import { SelectField } from '#web/platform/forms/SelectField.tsx'
import { useFormDraft } from '#web/platform/forms/use-form-draft.ts'
import { useSubmitOnce } from '#web/platform/forms/use-submit-once.ts'
import { fieldOf, submitTo, useZodForm } from '#web/platform/forms/use-zod-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog, dialogOf } from '#web/platform/ui/dialogs/Dialog.tsx'
import { SendButton } from './SendButton.tsx'

export interface DecisionDialogProps {
  action: ActionName
  title: string
  /** Thing that is decided about; of several, one of them. */
  target: Target
  caseId?: string
  /** Name of the draft, if several things are decided about. */
  draftName?: string
  isUndoable: boolean
  proposedRule: RuleName | null
  /** Words to begin with. */
  wordsFor: (rule: RuleName) => string
  /** Explains the words. */
  hint?: string
  /** Sends the decision. The typed text stays if that fails. */
  send: (form: DecisionForm) => Promise<void>
  onClose: () => void
}

const PRESETS = [3, 7, 30]
const NEEDS_RULE = new Set<ActionName>(['remove', 'warn', 'limit', 'suspend', 'ban'])

/** Begins with the proposed rule and its words. Another rule replaces the words unless somebody changed them. */
function useDecisionForm({ action, target, caseId, ...props }: DecisionDialogProps) {
  const needsRule = NEEDS_RULE.has(action)
  const proposed = needsRule ? props.proposedRule : null
  const wordsFor = (rule: RuleName | null) => (rule !== null && needsRule ? props.wordsFor(rule) : '')
  const form = useZodForm(DecisionForm, {
    target,
    caseId,
    action,
    rule: proposed,
    words: wordsFor(proposed),
    days: null,
    isUndoable: props.isUndoable,
  })
  const personId = useSession()?.user.id ?? ''
  const forget = useFormDraft(form, { personId, name: `decision ${action} ${props.draftName ?? target.id}` })
  const rule = form.watch('rule')
  const prepare = useEffectEvent((chosen: RuleName | null) => {
    if (form.getFieldState('words').isDirty || chosen === null) return
    form.setValue('words', wordsFor(chosen), { shouldValidate: form.formState.isSubmitted })
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

/** Form for the rule, the words for the person and the days. The typed text stays if sending fails. */
export function DecisionDialog(props: DecisionDialogProps) {
  const { action, title, hint, onClose } = props
  const { form, forget } = useDecisionForm(props)
  const { isSubmitting } = form.formState
  const send = useFirstFocus(form, action)
  const isNeeded = NEEDS_RULE.has(action)
  const submit = useSubmitOnce(
    submitTo(form, async (body) => {
      await props.send(body)
      forget()
    }),
  )
  const { text, mostDays } = actionNamed(action)
  return (
    <Dialog title={`${text}: ${title}`} hasBar isSheet onClose={onClose}>
      <Form form={form} onSubmit={submit} className="grid gap-4 p-4">
        {action !== 'approve' && <RuleField form={form} isNeeded={isNeeded} />}
        <CountedField
          label={isNeeded ? 'Message to the person' : 'Message to the person (optional)'}
          rows={4}
          length={form.watch('words').length}
          most={MODERATION_WORDS_MAX}
          {...fieldOf(form, 'words')}
        />
        {hint && <p className="text-sm text-muted">{hint}</p>}
        {mostDays !== undefined && <DaysField form={form} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={(event) => dialogOf(event)?.close()}>Cancel</Button>
          <SendButton ref={send} text={text} busy={isSubmitting ? 'Deciding…' : undefined} />
        </div>
      </Form>
    </Dialog>
  )
}
