import type { CategoryForm } from '#contract/moderation/administration/administration.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { invalidInput } from '#server/platform/errors/app-error.ts'
import {
  lockCategory,
  lockOffered,
  selectIsHidden,
  selectRankedCategories,
  updateCategory,
  updateCategoryDemand,
} from './queries.ts'

export const listAllCategories = selectRankedCategories

/** Orders the categories by demand: the products on sale and their views. */
export const countCategoryDemand = ({ db }: Pick<Context, 'db'>): Promise<void> => updateCategoryDemand(db)

/** Throws, naming the field, if this would hide the last category. */
async function requireAnother(tx: Database, id: string): Promise<void> {
  const offered = await lockOffered(tx)
  if (offered.every((category) => category.id === id))
    throw invalidInput([{ field: 'isHidden', message: 'The last category cannot be hidden' }])
}

/**
 * Throws, naming the field, if the category is no longer offered. Checked when a listing is published or
 * moved to another category.
 */
export async function requireOffered(tx: Database, id: string | null): Promise<void> {
  if (id !== null && (await selectIsHidden(tx, id)))
    throw invalidInput([
      { field: 'form.category', message: 'This category is no longer offered. Choose another one.' },
    ])
}

const isTaken = (error: unknown) => (error as { constraint?: string }).constraint === 'category_name_unique'

/**
 * Returns the previous category, or undefined if there is none. Throws, naming the field, if another category
 * has the name.
 */
export async function changeCategory(
  tx: Database,
  id: string,
  change: CategoryForm,
): Promise<CategoryForm | undefined> {
  if (change.isHidden) await requireAnother(tx, id)
  const before = await lockCategory(tx, id)
  if (!before) return undefined
  try {
    await updateCategory(tx, id, change)
  } catch (error) {
    throw isTaken(error)
      ? invalidInput([{ field: 'name', message: 'Another category has this name' }])
      : error
  }
  return before
}
