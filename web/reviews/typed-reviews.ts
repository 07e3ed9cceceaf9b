import type { ReviewForm } from '#contract/reviews.ts'

/** In which form something was typed: that of a new review, or that of one's own. */
type FormName = 'new' | 'own'

/** What was typed in this tab and not sent, so that it outlives a form that changes because of another tab. */
const typed = new Map<string, ReviewForm>()

const keyOf = (productId: string, personId: string, form: FormName) => `${form} ${personId} ${productId}`

export const typedReview = (productId: string, personId: string, form: FormName): ReviewForm | undefined =>
  typed.get(keyOf(productId, personId, form))

export function saveTypedReview(
  [productId, personId, form]: [string, string, FormName],
  values: ReviewForm | undefined,
): void {
  const key = keyOf(productId, personId, form)
  if (values) typed.set(key, values)
  else typed.delete(key)
}
