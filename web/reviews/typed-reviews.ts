import type { ReviewForm } from '#contract/reviews.ts'

/** The form with the typed text: 'new' for a new review, 'own' for an existing one. */
type FormName = 'new' | 'own'

/** Typed and unsent text of this tab, which survives if another tab's change replaces the form. */
const typed = new Map<string, ReviewForm>()

const keyOf = (productId: string, personId: string, form: FormName) => `${form} ${personId} ${productId}`

export const findTypedReview = (
  productId: string,
  personId: string,
  form: FormName,
): ReviewForm | undefined => typed.get(keyOf(productId, personId, form))

export function saveTypedReview(
  [productId, personId, form]: [string, string, FormName],
  values: ReviewForm | undefined,
): void {
  const key = keyOf(productId, personId, form)
  if (values) typed.set(key, values)
  else typed.delete(key)
}
