import { useEffect, useRef, useState } from 'react'
import { isolated } from '#contract/isolated.ts'
import { REVIEW_REPLY_MAX } from '#contract/limits.ts'
import { reviewsContract, type Review } from '#contract/reviews.ts'
import { useSession } from '#web/accounts/sessions/session.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { CountedField } from '#web/platform/forms/CountedField.tsx'
import { Form } from '#web/platform/forms/Form.tsx'
import { useFormDraft } from '#web/platform/forms/use-form-draft.ts'
import { useSubmitOnce } from '#web/platform/forms/use-submit-once.ts'
import { fieldOf, showProblem, useZodForm } from '#web/platform/forms/use-zod-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { showToast } from '#web/platform/ui/toasts/toast.ts'

interface AnswerToolsProps {
  review: Review
  onAnswered: (review: Review) => void
}

function AnswerForm({ review, onAnswered, onCancel }: AnswerToolsProps & { onCancel: () => void }) {
  const api = useApi()
  const form = useZodForm(reviewsContract.replyToReview.body, { text: '' })
  const { isSubmitting } = form.formState
  const { setFocus } = form
  const personId = useSession()?.user.id ?? ''
  const forget = useFormDraft(form, { personId, name: `answer ${review.id}` })
  useEffect(() => setFocus('text'), [setFocus])

  const submit = form.handleSubmit(async (body) => {
    try {
      const answered = await api.call('replyToReview', { params: { id: review.id }, body })
      forget()
      onAnswered(answered)
      showToast('Answer published')
    } catch (error) {
      showProblem(form, error, 'Failed to send your answer. Please try again.')
    }
  })
  const submitOnce = useSubmitOnce(submit)

  return (
    <Form form={form} onSubmit={submitOnce} className="mt-3 grid max-w-prose gap-3">
      <CountedField
        label={`Your answer to ${isolated(review.reviewer.name)}`}
        rows={3}
        length={form.watch('text').length}
        most={REVIEW_REPLY_MAX}
        {...fieldOf(form, 'text')}
      />
      <p className="text-sm text-muted">
        Everyone sees it. You can answer only once, and you cannot change it later.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="primary" aria-disabled={isSubmitting}>
          {isSubmitting ? 'Sending…' : 'Send answer'}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </Form>
  )
}

/** The seller's reply, one per review. */
export function ReplyTools(props: AnswerToolsProps) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])

  if (isOpen) return <AnswerForm {...props} onCancel={() => setOpen(false)} />
  return (
    <p className="mt-2">
      <Button ref={button} aria-label={`Answer ${props.review.reviewer.name}`} onClick={() => setOpen(true)}>
        Answer
      </Button>
    </p>
  )
}
