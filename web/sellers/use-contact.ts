import { useQuery } from '@tanstack/react-query'
import type { ContactKind } from '#contract/products.ts'
import { useApi } from '#web/api/api-context.ts'
import { ApiError } from '#web/api/client.ts'
import { showToast } from '#web/ui/toast.ts'
import { contactQuery } from './queries.ts'

/** SPEC 8: what is said of a detail that is not to be had. */
const MISSING: Partial<Record<string, string>> = {
  'phone-not-available': 'has not provided their phone number.',
  'email-not-available': 'has not provided their email address.',
}

function tellFailure({ message, code }: ApiError, who: string) {
  const missing = MISSING[code]
  showToast(message, missing && `${who} ${missing}`)
}

/** Asks for a contact detail when somebody wants it, and tells when it is not to be had. */
export function useContact(sellerId: string, kind: ContactKind, who = 'The seller') {
  const { data, isFetching, refetch } = useQuery(contactQuery(useApi(), sellerId, kind))
  async function ask(): Promise<string | undefined> {
    if (data || isFetching) return data
    const { data: found, error } = await refetch()
    if (error instanceof ApiError) tellFailure(error, who)
    return found
  }
  return { value: data, isAsking: isFetching, ask }
}
