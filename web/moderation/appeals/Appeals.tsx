import { useQuery, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { AppealLine } from '#contract/moderation/appeals/appeals.ts'
import { MODERATION_WORDS_MAX } from '#contract/limits.ts'
import { paragraphs, REQUIRED } from '#contract/plain-text.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { CountedField } from '#web/platform/forms/CountedField.tsx'
import { Form } from '#web/platform/forms/Form.tsx'
import { useSubmitOnce } from '#web/platform/forms/use-submit-once.ts'
import { fieldOf, submitTo, useZodForm } from '#web/platform/forms/use-zod-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { RelativeTime } from '#web/platform/ui/time/RelativeTime.tsx'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { loadedData } from '#web/platform/ui/loaded-data.tsx'
import { BAR_TEXTS } from '#web/moderation/cases/case-texts.ts'
import { DecisionItem } from '#web/moderation/cases/DecisionList.tsx'
import { appealsQuery, STAFF_KEY } from '#web/moderation/staff/queries.ts'

const OutcomeForm = z.object({
  outcome: z.enum(['upheld', 'rejected']),
  words: paragraphs(MODERATION_WORDS_MAX, REQUIRED),
})

const DONE = { upheld: 'The decision was taken back', rejected: 'The decision stays' } as const

function DecideAppeal({ id }: { id: string }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const form = useZodForm(OutcomeForm, { outcome: 'rejected', words: '' })
  const { isSubmitting } = form.formState
  const submit = useSubmitOnce(
    submitTo(form, async (body) => {
      await api.call('decideAppeal', { params: { id }, body })
      showToast(DONE[body.outcome])
      await queryClient.invalidateQueries({ queryKey: STAFF_KEY })
    }),
  )
  return (
    <Form form={form} onSubmit={submit} className="mt-3 grid gap-3">
      <CountedField
        label="Message to the person"
        rows={3}
        length={form.watch('words').length}
        most={MODERATION_WORDS_MAX}
        {...fieldOf(form, 'words')}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" aria-disabled={isSubmitting} onClick={() => form.setValue('outcome', 'upheld')}>
          Take the decision back
        </Button>
        <Button
          type="submit"
          aria-disabled={isSubmitting}
          onClick={() => form.setValue('outcome', 'rejected')}
        >
          Keep the decision
        </Button>
      </div>
    </Form>
  )
}

function AppealCard({ appeal }: { appeal: AppealLine }) {
  const { id, words, createdAt, decision, bar } = appeal
  const { subject } = decision
  return (
    <li className="card p-4">
      <Link to={`/moderation/people/${subject.id}`} className="lone-link link">
        <bdi>{subject.name}</bdi>
      </Link>
      <p dir="auto" className="whitespace-pre-line">
        {words}
      </p>
      <p className="text-sm text-muted">
        <RelativeTime iso={createdAt} />
      </p>
      <div className="my-3 border-l-2 border-line pl-3">
        <DecisionItem decision={decision} />
      </div>
      {bar ? <p className="text-sm text-muted">{BAR_TEXTS[bar]}</p> : <DecideAppeal id={id} />}
    </li>
  )
}

/** Appeals that wait for a second decision; nobody decides about their own decision. */
export function Appeals() {
  const [data, instead] = loadedData(useQuery(appealsQuery(useApi())), 'Failed to load appeals')
  if (!data) return instead
  if (data.length === 0)
    return (
      <EmptyState drawing="stool" title="No appeals are waiting">
        <p>When somebody appeals a decision, the appeal appears here.</p>
      </EmptyState>
    )
  return (
    <ul aria-label="Appeals" className="grid gap-3">
      {data.map((appeal) => (
        <AppealCard key={appeal.id} appeal={appeal} />
      ))}
    </ul>
  )
}
