import { useEffect } from 'react'
import { useController } from 'react-hook-form'
import { REVIEW_COMMENT_MAX, REVIEW_TITLE_MAX } from '#contract/limits.ts'
import { ReviewForm } from '#contract/reviews.ts'
import { CountedField } from '#web/platform/forms/CountedField.tsx'
import { Form } from '#web/platform/forms/Form.tsx'
import { useSubmitOnce } from '#web/platform/forms/use-submit-once.ts'
import { fieldOf, messageOf, showProblem, useZodForm } from '#web/platform/forms/use-zod-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { RatingField } from './RatingField.tsx'

interface ReviewEditorProps {
  /** The form's first values; `rating` is 0 until people choose one. */
  start: ReviewForm
  texts: { submit: string; busy: string; failed: string }
  onSubmit: (review: ReviewForm) => Promise<void>
  onCancel?: () => void
  onType?: (form: ReviewForm) => void
  /** Whether the rating takes the focus at once. */
  isFocused?: boolean
}

export const BLANK_REVIEW: ReviewForm = { rating: 0, title: '', comment: '' }

/** Edits a new or an existing review. The typed text stays if sending fails. */
export function ReviewEditor(props: ReviewEditorProps) {
  const { start, texts, onSubmit, onCancel, onType, isFocused = false } = props
  const form = useZodForm(ReviewForm, start)
  const { field: rating } = useController({ control: form.control, name: 'rating' })
  const { setFocus } = form
  useEffect(() => {
    if (isFocused) setFocus('rating')
  }, [isFocused, setFocus])
  const { subscribe } = form
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => onType?.(values) }),
    [subscribe, onType],
  )
  const { errors, isSubmitting } = form.formState
  const [title, comment] = form.watch(['title', 'comment'])

  const submit = form.handleSubmit(
    async (review) => {
      try {
        await onSubmit(review)
        form.reset()
      } catch (error) {
        showProblem(form, error, texts.failed)
        showToast(messageOf(error, texts.failed))
      }
    },
    (found) => {
      if (found.rating) showToast('Rating required', 'Please select a rating')
    },
  )
  const submitOnce = useSubmitOnce(submit)

  return (
    <Form form={form} onSubmit={submitOnce} className="mt-3 grid max-w-prose gap-4">
      <RatingField {...rating} error={errors.rating?.message} />
      <CountedField
        label="Title (optional)"
        length={title.length}
        most={REVIEW_TITLE_MAX}
        {...fieldOf(form, 'title')}
      />
      <CountedField
        label="Comment (optional)"
        rows={4}
        length={comment.length}
        most={REVIEW_COMMENT_MAX}
        {...fieldOf(form, 'comment')}
      />
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          look="primary"
          aria-disabled={isSubmitting}
          // The second click of a double click may land on the button that has replaced this one.
          onClick={(event) => event.detail > 1 && event.preventDefault()}
        >
          {isSubmitting ? texts.busy : texts.submit}
        </Button>
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
      </div>
    </Form>
  )
}
