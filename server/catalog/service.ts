import type { Context } from '#server/context.ts'
import { updateCategoryDemand } from './queries.ts'

/** Puts the categories in the order of demand, by what is on sale and how often it is looked at. */
export const countCategoryDemand = ({ db }: Pick<Context, 'db'>): Promise<void> => updateCategoryDemand(db)
