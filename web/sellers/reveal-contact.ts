import type { QueryClient } from '@tanstack/react-query'
import type { ContactKind } from '#contract/products.ts'
import { type ApiClient, ApiError } from '#web/platform/api/client.ts'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { contactQuery } from './queries.ts'

/** Texts for missing contact details (SPEC 8). */
const MISSING: Partial<Record<string, string>> = {
  'phone-not-available': 'has not provided their phone number.',
  'email-not-available': 'has not provided their email address.',
}

function showFailure({ message, code }: ApiError, who: string) {
  const missing = MISSING[code]
  showToast(message, missing && `${who} ${missing}`)
}

export interface WantedContact {
  sellerId: string
  kind: ContactKind
  who?: string | undefined
}

/** Requests a contact detail once; shows the reason if it is refused. */
export async function revealContact(
  queryClient: QueryClient,
  api: ApiClient,
  { sellerId, kind, who = 'The seller' }: WantedContact,
): Promise<string | undefined> {
  try {
    return await queryClient.query(contactQuery(api, sellerId, kind))
  } catch (error) {
    if (error instanceof ApiError) showFailure(error, who)
    return undefined
  }
}
