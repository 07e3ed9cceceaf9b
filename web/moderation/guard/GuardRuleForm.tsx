import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import * as z from 'zod/mini'
import { GUARD_ADVICE_MAX, GUARD_PATTERN_MAX, GUARD_PATTERNS_MAX } from '#contract/limits.ts'
import { ruleScreenContract, type ShownRule } from '#contract/moderation/guard/rule-screen.ts'
import { line, paragraphs, REQUIRED } from '#contract/plain-text.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { CountedField } from '#web/platform/forms/CountedField.tsx'
import { Field } from '#web/platform/forms/Field.tsx'
import { Form } from '#web/platform/forms/Form.tsx'
import { SelectField } from '#web/platform/forms/SelectField.tsx'
import { useSubmitOnce } from '#web/platform/forms/use-submit-once.ts'
import { fieldOf, submitTo, useZodForm } from '#web/platform/forms/use-zod-form.ts'
import { useNavigate } from '#web/platform/router/use-router.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { AUDIENCE_TEXTS, LANGUAGE_TEXTS, SEVERITY_TEXTS } from './guard-rule-texts.ts'
import { GuardRuleTrial } from './GuardRuleTrial.tsx'
import { LinesField } from './LinesField.tsx'
import { splitLines } from './split-lines.ts'
import { STAFF_KEY } from '#web/moderation/staff/queries.ts'

const LINES_MAX = GUARD_PATTERN_MAX * GUARD_PATTERNS_MAX
const { name, language, audience, severity } = ruleScreenContract.createGuardRule.body.shape

/** Patterns are typed one per line. */
const RuleForm = z.object({
  name,
  language,
  audience,
  severity,
  readerText: line(GUARD_ADVICE_MAX, REQUIRED),
  writerText: line(GUARD_ADVICE_MAX, REQUIRED),
  patterns: paragraphs(LINES_MAX, REQUIRED),
  exclusions: paragraphs(LINES_MAX),
  isLive: z.boolean(),
})
type RuleFields = z.output<typeof RuleForm>

const NEW_RULE: RuleFields = {
  name: '',
  language: 'en',
  audience: 'both',
  severity: 'warn',
  readerText: '',
  writerText: '',
  patterns: '',
  exclusions: '',
  isLive: true,
}

const fieldsOf = (rule: ShownRule): RuleFields => ({
  ...rule,
  language: rule.language as RuleFields['language'],
  audience: rule.audience as RuleFields['audience'],
  severity: rule.severity as RuleFields['severity'],
  patterns: rule.patterns.join('\n'),
  exclusions: rule.exclusions.join('\n'),
})

const useRuleForm = (rule: ShownRule | undefined) => useZodForm(RuleForm, rule ? fieldsOf(rule) : NEW_RULE)
type FormOfRule = ReturnType<typeof useRuleForm>

function useSave(form: FormOfRule, rule: ShownRule | undefined) {
  const api = useApi()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useSubmitOnce(
    submitTo(form, async ({ name: newName, ...fields }) => {
      const body = {
        ...fields,
        patterns: splitLines(fields.patterns),
        exclusions: splitLines(fields.exclusions),
      }
      await (rule
        ? api.call('updateGuardRule', { params: { id: String(rule.id) }, body })
        : api.call('createGuardRule', { body: { ...body, name: newName } }))
      showToast(`The rule ${newName} was saved`)
      await queryClient.invalidateQueries({ queryKey: STAFF_KEY })
      navigate('/moderation/rules')
    }),
  )
}

const PatternHelp = () => (
  <details className="text-sm">
    <summary className="link py-3">How to write patterns</summary>
    <p className="mt-1 text-muted">
      Write one pattern per line, as words in their order: <code>send|pay ~2 deposit* first?</code> means
      ‘send’ or ‘pay’, up to two other words, anything that begins with ‘deposit’, and perhaps ‘first’. You
      can also use <code>#phone</code>, <code>#account</code>, <code>#number</code>, <code>#link</code> and{' '}
      <code>#currency</code>, and lists such as <code>@money</code>. <code>=advance</code> is a kind of trick
      that the program has learned from examples; a wrong name shows all of them. Capitals, accents,
      look-alike characters and spaces between characters do not matter.
    </p>
  </details>
)

function Advice({ form }: { form: FormOfRule }) {
  return (
    <>
      <CountedField
        label="Text for the reader"
        rows={2}
        length={form.watch('readerText').length}
        most={GUARD_ADVICE_MAX}
        {...fieldOf(form, 'readerText')}
      />
      <CountedField
        label="Text for the writer"
        rows={2}
        length={form.watch('writerText').length}
        most={GUARD_ADVICE_MAX}
        {...fieldOf(form, 'writerText')}
      />
    </>
  )
}

/** Form for a new or changed rule; it can be tried before it is saved. */
export function GuardRuleForm({ rule }: { rule: ShownRule | undefined }) {
  const form = useRuleForm(rule)
  const save = useSave(form, rule)
  const headingId = useId()
  const { isSubmitting } = form.formState
  return (
    <section aria-labelledby={headingId} className="staff-columns mt-3">
      <div className="card p-4">
        <h2 id={headingId} className="mb-3 text-lg font-semibold">
          {rule ? rule.name : 'New rule'}
        </h2>
        <Form form={form} onSubmit={save} className="grid gap-4">
          {!rule && (
            <Field label="Name" autoComplete="off" hint="Such as delivery-fee" {...fieldOf(form, 'name')} />
          )}
          <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-4">
            <SelectField
              label="Language"
              options={Object.entries(LANGUAGE_TEXTS)}
              {...form.register('language')}
            />
            <SelectField
              label="Readers"
              options={Object.entries(AUDIENCE_TEXTS)}
              {...form.register('audience')}
            />
            <SelectField
              label="Severity"
              options={Object.entries(SEVERITY_TEXTS)}
              {...form.register('severity')}
            />
          </div>
          <Advice form={form} />
          <LinesField label="Words or patterns" hint="One per line" {...fieldOf(form, 'patterns')} />
          <LinesField
            label="Exclusions (optional)"
            hint="If one of these is in the same sentence, the rule does not warn. ‘~2 the price’ counts only within two words of the match"
            {...fieldOf(form, 'exclusions')}
          />
          <PatternHelp />
          <label className="flex min-h-11 items-center gap-2">
            <input type="checkbox" {...form.register('isLive')} />
            The rule is on
          </label>
          <Button type="submit" look="primary" aria-disabled={isSubmitting}>
            {isSubmitting ? 'Saving…' : 'Save rule'}
          </Button>
        </Form>
      </div>
      <GuardRuleTrial
        patterns={splitLines(form.watch('patterns'))}
        exclusions={splitLines(form.watch('exclusions'))}
      />
    </section>
  )
}
