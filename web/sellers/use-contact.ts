import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ContactKind } from '#contract/products.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { contactQuery } from './queries.ts'
import { revealContact } from './reveal-contact.ts'

/** A contact detail that is requested when people press a button. */
export function useContact(sellerId: string, kind: ContactKind, who?: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  const { data, isFetching } = useQuery(contactQuery(api, sellerId, kind))
  const reveal = () => revealContact(queryClient, api, { sellerId, kind, who })
  return { value: data, isRevealing: isFetching, reveal }
}
