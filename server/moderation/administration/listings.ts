import type { Context } from '#server/context.ts'
import * as queries from './listing-queries.ts'

/** Finds a listing of any status but draft; returns undefined if there is none. */
export const findListing = ({ db }: Pick<Context, 'db'>, { id }: { id: string }) =>
  queries.selectListing(db, id)

/** Lists a seller's listings, newest first. */
export const listListingsOf = ({ db }: Pick<Context, 'db'>, { sellerId }: { sellerId: string }) =>
  queries.selectListingsOf(db, sellerId)
