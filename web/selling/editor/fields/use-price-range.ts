import { queryOptions, useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { TITLE_MIN } from '#contract/limits.ts'
import type { PriceRange } from '#contract/search/search.ts'
import { isFarBelow } from '#contract/selling/usual-price.ts'
import { useMoney } from '#web/platform/config/public-config.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import type { ApiClient } from '#web/platform/api/client.ts'
import type { ListingFormState } from '#web/selling/editor/listing-form-type.ts'

const HINTS = { sold: 'Similar items sold for', offered: 'Similar items are offered for' }

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

const spanText = ({ low, high }: PriceRange, money: ReturnType<typeof useMoney>) =>
  low === high ? `about ${money(low, 0)}` : `${money(low, 0)} to ${money(high, 0)}`

interface UsualPrice {
  /** 'Similar items sold for GH₵900 to GH₵1,200.' */
  hint: string
  /** A warning about an unusual price; undefined if the price is usual. */
  doubt: (price: string) => string | undefined
}

/** The usual price of things with a similar title, once it is loaded. */
export function useUsualPrice(form: ListingFormState, title: string): UsualPrice | undefined {
  const category = useWatch({ control: form.control, name: 'category' })
  const money = useMoney()
  const { data: range } = useQuery(priceRangeQuery(useApi(), category, title.trim()))
  if (!range) return undefined
  const said = `${HINTS[range.of]} ${spanText(range, money)}`
  return {
    hint: `${said}.`,
    doubt: (price) =>
      isFarBelow(Number(price), range)
        ? `This is far below the usual price: ${said.charAt(0).toLowerCase()}${said.slice(1)}. Buyers may think it is a scam. If it is right, say why in the description.`
        : undefined,
  }
}
