import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { MODERATION_WORDS_MAX } from '#contract/limits.ts'
import { paragraphs, REQUIRED } from '#contract/plain-text.ts'
import { holdNamed, isDecidedHold } from '#contract/selling/hold-causes.ts'
import type { OwnProduct } from '#contract/selling/selling.ts'
import { usePublicConfig } from '#web/platform/config/public-config.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { CountedField } from '#web/platform/forms/CountedField.tsx'
import { Form } from '#web/platform/forms/Form.tsx'
import { useSubmitOnce } from '#web/platform/forms/use-submit-once.ts'
import { fieldOf, submitTo, useZodForm } from '#web/platform/forms/use-zod-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { useNow } from '#web/platform/ui/time/clock.ts'
import { formatMoment } from '#web/platform/ui/time/format-moment.ts'
import { Link } from '#web/platform/ui/Link.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { ownProductQuery } from './own-product-query.ts'

type Hold = NonNullable<OwnProduct['hold']>

interface HeldNoticeProps {
  productId: string
  personId: string
  hold: Hold
}

const AnswerWords = z.object({ words: paragraphs(MODERATION_WORDS_MAX, REQUIRED) })

/** The typed text stays if sending fails. */
function AnswerForm({ productId, personId }: Omit<HeldNoticeProps, 'hold'>) {
  const api = useApi()
  const queryClient = useQueryClient()
  const form = useZodForm(AnswerWords, { words: '' })
  const { isSubmitting } = form.formState
  const submit = useSubmitOnce(
    submitTo(form, async (body) => {
      const hold = await api.call('answerHold', { params: { id: productId }, body })
      const { queryKey } = ownProductQuery(api, personId, productId)
      queryClient.setQueryData(queryKey, (product) => product && { ...product, hold })
      showToast('Sent to the moderators')
    }),
  )
  return (
    <Form form={form} onSubmit={submit} className="mt-3 grid gap-3">
      <CountedField
        label="Tell the moderators"
        rows={3}
        length={form.watch('words').length}
        most={MODERATION_WORDS_MAX}
        {...fieldOf(form, 'words')}
      />
      <Button type="submit" aria-disabled={isSubmitting}>
        {isSubmitting ? 'Sending…' : 'Send to the moderators'}
      </Button>
    </Form>
  )
}

/** Why a listing is not shown, until when at the latest, and what its seller can do. */
export function HeldNotice({ productId, personId, hold }: HeldNoticeProps) {
  const { cause, until, answer, mayAnswer } = hold
  const { why, advice } = holdNamed(cause)
  const { timeZone } = usePublicConfig()
  const now = useNow()
  return (
    <section aria-label="Why it is not shown" className="mb-4">
      <Notice look="warn">
        <h2 className="font-semibold">This listing is not shown</h2>
        <p className="mt-1">{why}</p>
        {until !== null && (
          <p className="mt-1">
            {`It goes online by itself on ${formatMoment(until, now, timeZone)} at the latest, unless a moderator finds a problem.`}
          </p>
        )}
        <p className="mt-1">{advice}</p>
        {isDecidedHold(cause) && (
          <Link to="/decisions" className="mt-2 button button-quiet">
            Read the decision
          </Link>
        )}
        {answer && (
          <div className="mt-3">
            <p className="text-sm font-semibold">Your message to the moderators</p>
            <p className="whitespace-pre-line">{answer.words}</p>
            {!mayAnswer && <p className="mt-1 text-sm">You can write again tomorrow.</p>}
          </div>
        )}
        {mayAnswer && <AnswerForm productId={productId} personId={personId} />}
      </Notice>
    </section>
  )
}
