import { useQuery } from '@tanstack/react-query'
import { useApi } from '#web/platform/api/api-context.ts'
import { Notice } from '#web/platform/ui/Notice.tsx'

/**
 * Shown while somebody writes a listing: what buyers could take for a trick, and the advice that they would
 * see.
 */
export function ListingWarnings({ title, description }: { title: string; description: string }) {
  const api = useApi()
  const { data: warnings = [] } = useQuery({
    queryKey: ['listing-check', title, description],
    queryFn: async ({ signal }) =>
      (await api.call('checkListing', { body: { title, description } }, signal)).warnings,
    enabled: description !== '',
    staleTime: Infinity,
    retry: false,
    meta: { personal: true },
  })
  const [first] = warnings
  if (!first) return null
  return (
    <div aria-live="polite">
      <Notice look="warn">
        <p>Buyers could take “{first.words}” for a trick. We advise buyers who read such words:</p>
        <p>{first.reader}</p>
      </Notice>
    </div>
  )
}
