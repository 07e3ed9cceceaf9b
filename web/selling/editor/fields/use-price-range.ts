import { queryOptions, useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { TITLE_MIN } from '#contract/limits.ts'
import type { PriceRange } from '#contract/search.ts'
import { useMoney } from '#web/app/public-config.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import type { ApiClient } from '#web/platform/api/client.ts'
import type { ListingFormState } from '#web/selling/editor/listing-form-type.ts'

const SAID = { sold: 'Similar ones sold for', offered: 'Similar ones are offered for' }

const priceRangeQuery = (api: ApiClient, category: string, title: string) =>
  queryOptions({
    queryKey: ['price-range', category, title],
    queryFn: async ({ signal }) =>
      (await api.call('getPriceRange', { query: { category, title } }, signal)).range,
    enabled: category !== '' && title.length >= TITLE_MIN,
    staleTime: Infinity,
    retry: false,
    meta: { personal: true },
  })

function rangeText({ of, low, high }: PriceRange, money: ReturnType<typeof useMoney>): string {
  return `${SAID[of]} ${low === high ? `about ${money(low, 0)}` : `${money(low, 0)} to ${money(high, 0)}`}.`
}

/** What things like the one of this title cost, in words, once that is known. */
export function usePriceRange(form: ListingFormState, title: string): string | undefined {
  const category = useWatch({ control: form.control, name: 'category' })
  const money = useMoney()
  const { data: range } = useQuery(priceRangeQuery(useApi(), category, title.trim()))
  return range ? rangeText(range, money) : undefined
}
