import * as z from 'zod/mini'
import { MODERATION_WORDS_MAX } from '#contract/limits.ts'
import { paragraphs, REQUIRED } from '#contract/plain-text.ts'
import { CountedField } from '#web/platform/forms/CountedField.tsx'
import { Form } from '#web/platform/forms/Form.tsx'
import { useSubmitOnce } from '#web/platform/forms/use-submit-once.ts'
import { useFormDraft } from '#web/platform/forms/use-form-draft.ts'
import { fieldOf, submitTo, useZodForm } from '#web/platform/forms/use-zod-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'

const AppealWords = z.object({ words: paragraphs(MODERATION_WORDS_MAX, REQUIRED) })

interface AppealFormProps {
  /** Missing for people who come by the mailed link. */
  personId?: string
  decisionId: string
  onSend: (words: string) => Promise<void>
}

/**
 * Form for the reason why another moderator should check a decision. The typed text stays if sending fails.
 */
export function AppealForm({ personId = '', decisionId, onSend }: AppealFormProps) {
  const form = useZodForm(AppealWords, { words: '' })
  const { isSubmitting } = form.formState
  const forget = useFormDraft(form, { personId, name: `appeal ${decisionId}` })
  const submit = useSubmitOnce(
    submitTo(form, async ({ words }) => {
      await onSend(words)
      forget()
    }),
  )
  return (
    <Form form={form} onSubmit={submit} className="mt-3 grid gap-3">
      <CountedField
        label="Why is the decision wrong?"
        rows={4}
        length={form.watch('words').length}
        most={MODERATION_WORDS_MAX}
        {...fieldOf(form, 'words')}
      />
      <p className="text-sm text-muted">A different moderator will look at it.</p>
      <Button type="submit" look="primary" aria-disabled={isSubmitting}>
        {isSubmitting ? 'Sending…' : 'Send appeal'}
      </Button>
    </Form>
  )
}
