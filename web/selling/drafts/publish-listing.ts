import type { QueryClient } from '@tanstack/react-query'
import type { ListingForm, OwnProduct } from '#contract/selling/selling.ts'
import { type ApiClient, ApiError } from '#web/platform/api/client.ts'
import type { DraftSaver } from './draft-saver.ts'
import { sameListing } from '#web/selling/editor/listing-values.ts'
import { isEditConflict } from './edit-conflict.ts'

const isDone = (error: unknown) => error instanceof ApiError && error.code === 'already-published'

/**
 * If only the answer was lost, the listing counts as published. Text that another browser published must not be
 * overwritten.
 */
async function settlePublished(
  api: ApiClient,
  saver: DraftSaver,
  form: ListingForm,
  refusal: unknown,
): Promise<OwnProduct> {
  const id = saver.read().productId ?? (await saver.productId())
  const product = await api.call('getOwnProduct', { params: { id } })
  if (sameListing(product.form, form)) return product
  // From here on it is a change of a published listing, based on the version that this browser knew.
  saver.update({ isPublished: true, isSaved: false })
  throw refusal
}

/**
 * Saves the draft and publishes it. Call it again if its answer was lost: a listing is published only once. Throws
 * `already-published` if another browser published it with other text.
 */
export async function publishListing(
  api: ApiClient,
  saver: DraftSaver,
  form: ListingForm,
): Promise<OwnProduct> {
  await saver.flush()
  const { refusal } = saver.read()
  // Other problems of the draft may be solved by now: the server checks it once more.
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

/** Requests the market's lists and the person's own pages again. */
export function refreshMarket(queryClient: QueryClient): void {
  // Otherwise a cached list would appear for a moment without the change.
  for (const queryKey of [['search'], ['featured'], ['home-rows']])
    queryClient.removeQueries({ queryKey, type: 'inactive' })
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [name] }) => name !== 'categories' && name !== 'profile' && name !== 'security',
  })
}
