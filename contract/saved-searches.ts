import * as z from 'zod/mini'
import { ALERTS } from './choices.ts'
import { endpoint } from './endpoint.ts'
import { SAVED_QUERY_MAX } from './limits.ts'
import { SearchQuery } from './search.ts'

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
/** The filters of a result page but order and place in the list, as its address has them. */
const SavedQuery = z.pipe(
  z.string().check(z.maxLength(SAVED_QUERY_MAX)),
  z.pipe(
    z.transform((text: string) => Object.fromEntries(new URLSearchParams(text))),
    z.omit(SearchQuery, { cursor: true, limit: true, sort: true, near: true, date: true }),
  ),
)

export const listSavedSearches = endpoint({
  method: 'GET',
  path: '/api/saved-searches',
  signedIn: true,
  summary: "The person's saved searches, newest first; at most 50.",
  reply: z.object({ searches: z.array(SavedSearch) }),
})

export const saveSearch = endpoint({
  method: 'POST',
  path: '/api/saved-searches',
  signedIn: true,
  summary:
    'Saves the search of a result page, by its query. The same once more answers with the one that is there.',
  body: z.object({ query: SavedQuery, alert: Alert }),
  reply: SavedSearch,
  status: 201,
})

export const setSearchAlert = endpoint({
  method: 'PUT',
  path: '/api/saved-searches/:id',
  signedIn: true,
  summary: 'Whether new products are told at once, once a day, or not at all.',
  params: Id,
  body: z.object({ alert: Alert }),
  reply: SavedSearch,
})

export const deleteSavedSearch = endpoint({
  method: 'DELETE',
  path: '/api/saved-searches/:id',
  signedIn: true,
  summary: 'Forgets a saved search of one’s own.',
  params: Id,
  reply: z.object({}),
})
