import type { ShownWordList, WordListTrial } from '#contract/moderation/guard/word-lists.ts'
import type { Context } from '#server/context.ts'
import { recordAct } from '#server/moderation/staff/service.ts'
import { AppError, invalidInput } from '#server/platform/errors/app-error.ts'
import * as queries from './queries.ts'
import { plainWords, readListWords } from './list-words.ts'
import { findListProblem, refersTo, tryLists } from './trying-word-lists.ts'

interface ListChange {
  moderatorId: string
  name: string
  words: readonly string[]
}

type Deps = Pick<Context, 'db' | 'guard' | 'site'>

/** Lists the lists for moderators, with the rules in force that use them. */
export async function listWordLists({ db }: Pick<Context, 'db'>): Promise<ShownWordList[]> {
  const [lists, rules] = await Promise.all([queries.selectListRows(db), queries.selectRules(db)])
  return lists.map(({ name, words, edited_at }) => ({
    name,
    words,
    isEdited: edited_at !== null,
    rules: rules.filter((rule) => rule.is_live && refersTo(rule, name)).map((rule) => rule.name),
  }))
}

/** Throws not-found, and invalid-input for something that is not a word. */
async function readChange({ db }: Deps, { name, words: typed }: ListChange) {
  const words = readListWords(typed)
  const before = await queries.selectWordLists(db)
  if (!Object.hasOwn(before, name)) throw new AppError('not-found')
  return { words, before, after: { ...before, [name]: words } }
}

/** Shows moderators what the guard would find in the labelled messages. Throws not-found, invalid-input. */
export async function tryWordList(ctx: Deps, change: ListChange): Promise<WordListTrial> {
  const { words, ...lists } = await readChange(ctx, change)
  return { words, ...(await tryLists(ctx, { ...change, ...lists })) }
}

const differenceOf = (before: readonly string[], after: readonly string[]) => ({
  added: after.filter((word) => !before.includes(word)),
  removed: before.filter((word) => !after.includes(word)),
})

const isChanged = (before: readonly string[], after: readonly string[]) =>
  Object.values(differenceOf(plainWords(before), after)).some((words) => words.length > 0)

/** Stores the words, unless they are the present ones: such a list is left to newer versions of the program. */
const saveWords = (ctx: Deps, { moderatorId, name, words }: ListChange) =>
  ctx.db.transaction().execute(async (tx) => {
    const row = await queries.lockWordList(tx, name)
    if (!row) throw new AppError('not-found')
    if (!isChanged(row, words)) return
    const detail = { name, ...differenceOf(plainWords(row), words) }
    await queries.updateWordList(tx, name, words)
    await recordAct(tx, { actorId: moderatorId, action: 'changed-word-list', detail })
    await queries.notifyRulesChanged(tx)
  })

/** Changes the words of a list; every process has them a moment after the commit. Throws not-found, invalid-input. */
export async function updateWordList(ctx: Deps, change: ListChange): Promise<void> {
  const { words, ...lists } = await readChange(ctx, change)
  if (!isChanged(lists.before[change.name] ?? [], words)) return
  const problem = await findListProblem(ctx, { ...change, ...lists })
  if (problem !== null) throw invalidInput([{ field: 'words', message: problem }])
  await saveWords(ctx, { ...change, words })
}
