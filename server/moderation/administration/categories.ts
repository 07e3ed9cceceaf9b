import type { CategoryForm, CategoryLine } from '#contract/moderation/administration/administration.ts'
import { changeCategory, listAllCategories } from '#server/catalog/service.ts'
import type { Context } from '#server/context.ts'
import { requireHarmless } from '#server/moderation/guard/service.ts'
import { recordAct } from '#server/moderation/staff/service.ts'
import { AppError } from '#server/platform/errors/app-error.ts'

/** Categories in the order in which people see them. */
export async function listCategoriesForStaff({ db }: Pick<Context, 'db'>): Promise<CategoryLine[]> {
  return listAllCategories(db)
}

/**
 * Every process shows the change at once. Throws not-found, or names the field if another category has the
 * name or the name has a contact, a link or words of a trick.
 */
export async function changeCategoryAs(
  ctx: Pick<Context, 'db' | 'changes' | 'guard' | 'site'>,
  { actorId, id, form }: { actorId: string; id: string; form: CategoryForm },
): Promise<void> {
  const { db, changes } = ctx
  await requireHarmless(ctx, { field: 'name', text: form.name })
  await db.transaction().execute(async (tx) => {
    const before = await changeCategory(tx, id, form)
    if (!before) throw new AppError('not-found')
    await recordAct(tx, { actorId, action: 'changed-category', detail: { id, before, ...form } })
    await changes.announce(tx, 'market')
  })
}
