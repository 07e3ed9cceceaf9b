import * as z from 'zod/mini'
import { MODERATION_WORDS_MAX } from '#contract/limits.ts'
import { paragraphs, REQUIRED } from '#contract/plain-text.ts'
import { CountedField } from '#web/platform/forms/CountedField.tsx'
import { Form } from '#web/platform/forms/Form.tsx'
import { useSubmitOnce } from '#web/platform/forms/use-submit-once.ts'
import { fieldOf, submitTo, useZodForm } from '#web/platform/forms/use-zod-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'

const AppealWords = z.object({ words: paragraphs(MODERATION_WORDS_MAX, REQUIRED) })

/** Why somebody else should look at a decision again. What was typed stays when sending fails. */
export function AppealForm({ onSend }: { onSend: (words: string) => Promise<void> }) {
  const form = useZodForm(AppealWords, { words: '' })
  const { isSubmitting } = form.formState
  const submit = useSubmitOnce(submitTo(form, ({ words }) => onSend(words)))
  return (
    <Form form={form} onSubmit={submit} className="mt-3 grid gap-3">
      <CountedField
        label="Why is it wrong?"
        rows={4}
        length={form.watch('words').length}
        most={MODERATION_WORDS_MAX}
        {...fieldOf(form, 'words')}
      />
      <p className="text-sm text-muted">Somebody else than before looks at it.</p>
      <Button type="submit" look="primary" aria-disabled={isSubmitting}>
        {isSubmitting ? 'Sending…' : 'Send appeal'}
      </Button>
    </Form>
  )
}
