import { queryOptions } from '@tanstack/react-query'
import { PRICE_MAX } from '#contract/limits.ts'
import type { Product } from '#contract/products.ts'
import type { Area } from '#web/area/chosen-area.ts'
import type { ApiClient } from '#web/platform/api/client.ts'

/** A product at half or twice the price is seldom an alternative. */
const PRICE_FACTOR = 2
const REQUESTED = '13'

const NEAR_SHOWN = '6'

/** Near a town: the nearest first, and the newest within each town. In a region: the newest first. */
export const nearYouQuery = (api: ApiClient, area: Area | undefined) =>
  queryOptions({
    queryKey: ['near-you', area],
    queryFn: async ({ signal }) => {
      const { town, region, radius } = area ?? {}
      const query = town
        ? { near: town, within: radius, sort: 'distance' as const, limit: NEAR_SHOWN }
        : { region, limit: NEAR_SHOWN }
      return (await api.call('searchProducts', { query }, signal)).items
    },
  })

/** Products of the same category at a similar price, newest first. */
export const similarProductsQuery = (api: ApiClient, { id, category, price }: Product) =>
  queryOptions({
    queryKey: ['similar', id],
    queryFn: async ({ signal }) => {
      const query = {
        category: category?.id,
        min: String(Math.floor(price / PRICE_FACTOR)),
        max: String(Math.min(Math.ceil(price * PRICE_FACTOR), PRICE_MAX)),
        limit: REQUESTED,
      }
      return (await api.call('searchProducts', { query }, signal)).items
    },
  })
