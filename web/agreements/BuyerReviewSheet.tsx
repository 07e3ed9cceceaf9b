import { useEffect, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import {
  BUYER_CHIP_NAMES,
  BUYER_CHIPS,
  type BuyerChip,
  OPPOSITE_CHIPS,
} from '#contract/agreements/buyer-chips.ts'
import { BuyerReviewForm } from '#contract/agreements/buyer-reviews.ts'
import { isolated } from '#contract/isolated.ts'
import { BUYER_REVIEW_WORDS_MAX } from '#contract/limits.ts'
import { useSession } from '#web/accounts/sessions/session.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { CountedField } from '#web/platform/forms/CountedField.tsx'
import { Form } from '#web/platform/forms/Form.tsx'
import { useFormDraft } from '#web/platform/forms/use-form-draft.ts'
import { useSubmitOnce } from '#web/platform/forms/use-submit-once.ts'
import { fieldOf, messageOf, showProblem, useZodForm } from '#web/platform/forms/use-zod-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/dialogs/Dialog.tsx'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { refreshIfRefused } from '#web/reviews/own-review.ts'
import { RatingField } from '#web/reviews/RatingField.tsx'

const FAILED = 'Failed to send the review. Please try again.'
const BLANK: BuyerReviewForm = { rating: 0, chips: [], words: '' }

/** Adds a chip and takes its opposites back, or takes the chip back. */
function toggled(chips: readonly BuyerChip[], chip: BuyerChip): BuyerChip[] {
  if (chips.includes(chip)) return chips.filter((each) => each !== chip)
  const opposites = OPPOSITE_CHIPS.filter((pair) => pair.includes(chip)).flat()
  return [...chips.filter((each) => !opposites.includes(each)), chip]
}

interface ChipsProps {
  value: readonly BuyerChip[]
  onChange: (chips: BuyerChip[]) => void
}

const Chips = ({ value, onChange }: ChipsProps) => (
  <div role="group" aria-label="What fits (optional)">
    <p aria-hidden="true" className="text-sm font-semibold">
      What fits (optional)
    </p>
    <div className="mt-1 flex flex-wrap gap-2">
      {BUYER_CHIP_NAMES.map((name) => (
        <Button
          key={name}
          look="chip"
          aria-pressed={value.includes(name)}
          onClick={() => onChange(toggled(value, name))}
        >
          {BUYER_CHIPS[name]}
        </Button>
      ))}
    </div>
  </div>
)

interface BuyerReviewSheetProps {
  dealId: string
  /** Name of the buyer. */
  name: string
  /** What the seller wrote before; null for a new review. */
  written: BuyerReviewForm | null
  onWritten: () => void
  onClose: () => void
}

/** The form for a seller's review of the buyer of a deal. The typed text stays if sending fails. */
export function BuyerReviewSheet({ dealId, name, written, onWritten, onClose }: BuyerReviewSheetProps) {
  const api = useApi()
  const form = useZodForm(BuyerReviewForm, written ?? BLANK, 'onSubmit')
  const { field: rating } = useController({ control: form.control, name: 'rating' })
  const { field: chips } = useController({ control: form.control, name: 'chips' })
  const { errors, isSubmitting } = form.formState
  const personId = useSession()?.user.id ?? ''
  const forget = useFormDraft(form, { personId, name: `buyer review ${dealId}` })

  const content = useRef<HTMLDivElement>(null)
  const [isSent, setSent] = useState(false)
  // Closing the dialog returns the focus.
  useEffect(() => {
    if (isSent) content.current?.closest('dialog')?.close()
  }, [isSent])

  const submit = form.handleSubmit(async (body) => {
    try {
      const call = written ? 'updateBuyerReview' : 'createBuyerReview'
      await refreshIfRefused(api.call(call, { params: { id: dealId }, body }), onWritten)
      forget()
      showToast(written ? 'Review updated' : 'Review submitted')
      onWritten()
      setSent(true)
    } catch (error) {
      showProblem(form, error, FAILED)
      // The card may no longer offer a review, which closes the sheet.
      showToast(messageOf(error, FAILED))
    }
  })
  const submitOnce = useSubmitOnce(submit)

  return (
    <Dialog title={`Review ${isolated(name)}`} hasBar isSheet onClose={onClose}>
      <div ref={content}>
        <Form form={form} onSubmit={submitOnce} className="grid gap-4 p-4">
          <RatingField {...rating} error={errors.rating?.message} />
          <Chips value={chips.value} onChange={chips.onChange} />
          <CountedField
            label="Words (optional)"
            rows={3}
            length={form.watch('words').length}
            most={BUYER_REVIEW_WORDS_MAX}
            {...fieldOf(form, 'words')}
          />
          <p className="text-sm text-muted">
            {`Everyone sees it with your name, once ${isolated(name)} has written too or 14 days after the deal.`}
          </p>
          <Button type="submit" look="primary" aria-disabled={isSubmitting}>
            {isSubmitting ? 'Sending…' : written ? 'Save changes' : 'Send review'}
          </Button>
        </Form>
      </div>
    </Dialog>
  )
}
