import { CategoryForm, type CategoryLine } from '#contract/moderation/administration/administration.ts'
import { changeCategoryAs, listCategoriesForStaff } from '#server/moderation/administration/categories.ts'
import { type AdminDeps, byFirstWord, type Command, type CommandLine, CommandError } from './command.ts'
import { requireSigner } from './decision-commands.ts'

async function list({ db, print }: AdminDeps): Promise<void> {
  for (const { id, name, products, rank, isHidden } of await listCategoriesForStaff({ db }))
    print(
      `${id.padEnd(28)}${String(rank ?? '').padEnd(4)}${name} (${products} on sale${isHidden ? ', hidden' : ''})`,
    )
}

function formOf(form: CategoryForm): CategoryForm {
  const parsed = CategoryForm.safeParse(form)
  if (!parsed.success) throw new CommandError(parsed.error.issues.map(({ message }) => message).join('\n'))
  return parsed.data
}

function categoryNamed(categories: CategoryLine[], id: string | undefined): CategoryLine {
  const found = categories.find((category) => category.id === id)
  if (!found)
    throw new CommandError(
      `Choose one of these categories: ${categories.map((category) => category.id).join(', ')}.`,
    )
  return found
}

async function rename(deps: AdminDeps, { words: [id, ...name], options }: CommandLine): Promise<void> {
  const { rank, ...category } = categoryNamed(await listCategoriesForStaff(deps), id)
  const form = formOf({ name: name.join(' '), rank })
  const { id: actorId } = await requireSigner(deps, options, 'administrator')
  await changeCategoryAs(deps, { actorId, id: category.id, form })
  deps.print(`${category.name} is now ${form.name}`)
}

const hideOrShow =
  (isHidden: boolean) =>
  async (deps: AdminDeps, { words: [id], options }: CommandLine): Promise<void> => {
    const category = categoryNamed(await listCategoriesForStaff(deps), id)
    const { id: actorId } = await requireSigner(deps, options, 'administrator')
    const form = formOf({ name: category.name, rank: category.rank, isHidden })
    await changeCategoryAs(deps, { actorId, id: category.id, form })
    deps.print(`${category.name} is now ${isHidden ? 'hidden' : 'shown'}`)
  }

/** The named categories come first, in this order; the others follow by demand. */
async function order(deps: AdminDeps, { words, options }: CommandLine): Promise<void> {
  const categories = await listCategoriesForStaff(deps)
  const ids = words.length === 1 && words[0] === 'demand' ? [] : words
  if (words.length === 0) throw new CommandError('Give the ids that come first, or demand.')
  for (const id of ids) categoryNamed(categories, id)
  const { id: actorId } = await requireSigner(deps, options, 'administrator')
  for (const { id, name, rank: before } of categories) {
    const index = ids.indexOf(id)
    const rank = index === -1 ? null : index + 1
    if (rank !== before) await changeCategoryAs(deps, { actorId, id, form: formOf({ name, rank }) })
  }
  await list(deps)
}

export const CATEGORY_COMMANDS: Record<string, Command> = {
  categories: byFirstWord(
    { '': list, rename, order, hide: hideOrShow(true), show: hideOrShow(false) },
    'Say: categories, categories rename <id> <name>, categories hide <id>, categories show <id>, or categories order <id>… or demand',
  ),
}
