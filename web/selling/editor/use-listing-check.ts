import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useApi } from '#web/platform/api/api-context.ts'

interface WrittenTexts {
  title: string
  description: string
  category: string
}

/** What buyers and moderators would see in the texts; nothing while offline. */
export function useListingCheck({ title, description, category }: WrittenTexts) {
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['listing-check', title, description, category],
    queryFn: ({ signal }) => api.call('checkListing', { body: { title, description, category } }, signal),
    enabled: title !== '',
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    retry: false,
    meta: { personal: true },
  })
  return { warnings: data?.warnings ?? [], goods: data?.goods ?? undefined }
}
