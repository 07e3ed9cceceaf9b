import type { Context } from '#server/context.ts'
import * as queries from './listing-queries.ts'

/** At any state but a draft's; undefined for what is not there. */
export const findListing = ({ db }: Pick<Context, 'db'>, { id }: { id: string }) =>
  queries.selectListing(db, id)

/** Somebody's, newest first. */
export const listListingsOf = ({ db }: Pick<Context, 'db'>, { sellerId }: { sellerId: string }) =>
  queries.selectListingsOf(db, sellerId)
