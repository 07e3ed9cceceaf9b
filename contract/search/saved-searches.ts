import * as z from 'zod/mini'
import { ALERTS } from '#contract/selling/choices.ts'
import { endpoint } from '#contract/endpoint.ts'
import { SAVED_QUERY_MAX } from '#contract/limits.ts'
import { ProductCard } from '#contract/products.ts'
import { type SavedFilters, SearchQuery } from './search.ts'
import { savedParameters } from './search-filters.ts'

const Alert = z.enum(ALERTS)

export const SavedSearch = z.object({
  id: z.string(),
  /** The query of its result page, beginning with '?'. */
  query: z.string(),
  alert: Alert,
  createdAt: z.string(),
})
export type SavedSearch = z.output<typeof SavedSearch>

const Id = z.object({ id: z.uuid('Not a saved search id') })
const SAVED = Object.fromEntries(savedParameters.map((name) => [name, true])) as Record<
  keyof SavedFilters,
  true
>
/** The query of a result page; parts that cannot be saved are left out. */
const SavedQuery = z.pipe(
  z.string().check(z.maxLength(SAVED_QUERY_MAX)),
  z.pipe(
    z.transform((text: string) => Object.fromEntries(new URLSearchParams(text))),
    z.pick(SearchQuery, SAVED),
  ),
)

export const savedSearchesContract = {
  listSavedSearches: endpoint({
    method: 'GET',
    path: '/api/saved-searches',
    access: 'signed-in',
    summary: "Lists the person's saved searches, newest first; at most 50.",
    reply: z.object({ searches: z.array(SavedSearch) }),
  }),
  listSavedSearchMatches: endpoint({
    method: 'GET',
    path: '/api/saved-search-matches',
    access: 'signed-in',
    summary:
      "Lists new products of the last week in all of the person's saved searches, newest first; at most 12.",
    reply: z.object({ products: z.array(ProductCard) }),
  }),
  createSavedSearch: endpoint({
    method: 'POST',
    path: '/api/saved-searches',
    access: 'signed-in',
    summary: 'Saves the search of a result page, by its query. A repeated search returns the existing one.',
    body: z.object({ query: SavedQuery, alert: Alert }),
    reply: SavedSearch,
    status: 201,
  }),
  updateSavedSearch: endpoint({
    method: 'PUT',
    path: '/api/saved-searches/:id',
    access: 'owner',
    summary: 'Sets whether the person is notified of new products at once, once a day, or not at all.',
    params: Id,
    body: z.object({ alert: Alert }),
    reply: SavedSearch,
  }),
  deleteSavedSearch: endpoint({
    method: 'DELETE',
    path: '/api/saved-searches/:id',
    access: 'owner',
    summary: "Deletes one of the person's saved searches.",
    params: Id,
    reply: z.object({}),
  }),
}
