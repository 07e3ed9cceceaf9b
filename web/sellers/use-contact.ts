import { useQuery } from '@tanstack/react-query'
import type { ContactKind } from '#contract/products.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { ApiError } from '#web/platform/api/client.ts'
import { showToast } from '#web/platform/ui/toast.ts'
import { contactQuery } from './queries.ts'

/** SPEC 8: what is said of a detail that is not to be had. */
const MISSING: Partial<Record<string, string>> = {
  'phone-not-available': 'has not provided their phone number.',
  'email-not-available': 'has not provided their email address.',
}

function showFailure({ message, code }: ApiError, who: string) {
  const missing = MISSING[code]
  showToast(message, missing && `${who} ${missing}`)
}

/** Requests a contact detail at a click, and shows why it is refused. */
export function useContact(sellerId: string, kind: ContactKind, who = 'The seller') {
  const { data, isFetching, refetch } = useQuery(contactQuery(useApi(), sellerId, kind))
  async function reveal(): Promise<string | undefined> {
    if (data || isFetching) return data
    const { data: found, error } = await refetch()
    if (error instanceof ApiError) showFailure(error, who)
    return found
  }
  return { value: data, isRevealing: isFetching, reveal }
}
