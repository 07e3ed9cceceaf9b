import type { QueryClient } from '@tanstack/react-query'
import type { ListingForm, OwnProduct } from '#contract/selling/selling.ts'
import { type ApiClient, ApiError } from '#web/platform/api/client.ts'
import type { DraftSaver } from './draft-saver.ts'
import { sameListing } from '#web/selling/editor/listing-values.ts'
import { isEditConflict } from './edit-conflict.ts'

const isDone = (error: unknown) => error instanceof ApiError && error.code === 'already-published'

/** An answer that was lost is no matter; words that another browser published are not to be lost for these. */
async function settlePublished(
  api: ApiClient,
  saver: DraftSaver,
  form: ListingForm,
  refusal: unknown,
): Promise<OwnProduct> {
  const id = saver.read().productId ?? (await saver.productId())
  const product = await api.call('getOwnProduct', { params: { id } })
  if (sameListing(product.form, form)) return product
  // From here on it is a change of a published listing, which builds on what this browser knew.
  saver.note({ isPublished: true, isSaved: false })
  throw refusal
}

/**
 * Saves the draft and puts it on the market. May be called again when its answer was lost: a listing is published
 * once. Throws `already-published` when another browser published it with other words.
 */
export async function publishListing(
  api: ApiClient,
  saver: DraftSaver,
  form: ListingForm,
): Promise<OwnProduct> {
  await saver.flush()
  const { refusal } = saver.read()
  // What else was wrong with the draft may be right by now: the server checks it once more.
  if (isEditConflict(refusal) && !isDone(refusal)) throw refusal
  if (isEditConflict(refusal)) return settlePublished(api, saver, form, refusal)
  const id = await saver.productId()
  try {
    return await api.call('publishProduct', {
      params: { id },
      body: { version: saver.read().version ?? 1, form },
    })
  } catch (error) {
    if (!isDone(error)) throw error
    return settlePublished(api, saver, form, error)
  }
}

export const saveListing = (
  api: ApiClient,
  { id, version }: { id: string; version: number },
  form: ListingForm,
): Promise<OwnProduct> => api.call('updateProduct', { params: { id }, body: { version, form } })

/** What the market and the person's own pages knew of listings is requested afresh. */
export function forgetMarket(queryClient: QueryClient): void {
  // What a list showed before would be seen for a moment without the change.
  for (const queryKey of [['search'], ['featured']]) queryClient.removeQueries({ queryKey, type: 'inactive' })
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [name] }) => name !== 'categories' && name !== 'profile' && name !== 'security',
  })
}
