import { DecisionForm } from '#contract/moderation/cases/cases.ts'
import { filledWords } from '#contract/moderation/cases/prepared-words.ts'
import type { DecisionsForm } from '#contract/moderation/cases/queue.ts'
import type { Context } from '#server/context.ts'
import { type CaseRow, selectCase } from '#server/moderation/cases/case-queries.ts'
import { readerOf, toCard } from '#server/moderation/cases/cases.ts'
import { decide, type DecidingDeps } from '#server/moderation/cases/deciding.ts'
import { isSanction } from '#server/moderation/cases/rules.ts'
import { checkWords } from '#server/moderation/cases/words-to-people.ts'
import { undoDecision } from '#server/moderation/cases/undo/undoing.ts'
import { countDecision } from '#server/moderation/staff/service.ts'
import { AppError, invalidInput } from '#server/platform/errors/app-error.ts'

type Deps = DecidingDeps & Pick<Context, 'limiter' | 'log' | 'site'>

export interface Refused {
  id: string
  message: string
}

export interface DecidedCase {
  caseId: string
  decisionId: string
  undoUntil: string | null
}

/** Runs `work`; a failure becomes a line for the moderator and does not stop the others. */
async function attempt(
  { log }: Pick<Context, 'log'>,
  { id, refused }: { id: string; refused: Refused[] },
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    const isKnown = error instanceof AppError
    if (!isKnown) log.error({ err: error, id }, 'a decision among several failed')
    const [field] = (isKnown && error.fields) || []
    refused.push({ id, message: field?.message ?? (isKnown ? error : new AppError('fault')).message })
  }
}

/** The form for one of the cases. Throws invalid-input if the action does not fit it. */
function formFor(row: CaseRow, { caseIds: _, ...same }: DecisionsForm): DecisionForm {
  const { id: caseId, target, title, subject } = toCard((src) => src)(row)
  const words = filledWords(same.words, { kind: target.kind, title, name: subject.name })
  const { success, data, error } = DecisionForm.safeParse({ ...same, target, caseId, words })
  if (success) return data
  throw invalidInput(error.issues.map(({ path, message }) => ({ field: path.join('.'), message })))
}

interface Decisions {
  moderatorId: string
  form: DecisionsForm
}

/**
 * Decides about several cases, each in a transaction of its own with every check of a single decision. The first case
 * of a person gets the sanction, which closes the person's others among them.
 */
export async function decideCases(ctx: Deps, { moderatorId, form }: Decisions) {
  const reader = await readerOf(ctx.db, moderatorId)
  const countsAsSanction = isSanction(form.action)
  const decided = new Map<string, DecidedCase>()
  const refused: Refused[] = []
  async function decideOne(id: string) {
    const row = await selectCase(ctx.db, { id, reader })
    if (!row) throw new AppError('not-found')
    if (row.state !== 'open') throw new AppError('case-decided')
    const filled = formFor(row, form)
    const single = { ...filled, words: await checkWords(ctx, filled) }
    await countDecision(ctx, { actorId: moderatorId, countsAsSanction })
    const named = countsAsSanction ? form.caseIds : []
    const { id: decisionId, undoUntil, closed } = await decide(ctx, { moderatorId, form: single, named })
    for (const caseId of [id, ...closed]) decided.set(caseId, { caseId, decisionId, undoUntil })
  }
  for (const id of form.caseIds)
    if (!decided.has(id)) await attempt(ctx, { id, refused }, () => decideOne(id))
  return { decided: [...decided.values()], refused }
}

/** Takes back own decisions, each for itself. */
export async function undoDecisions(
  ctx: Parameters<typeof undoDecision>[0] & Pick<Context, 'log'>,
  { moderatorId, ids }: { moderatorId: string; ids: string[] },
) {
  const refused: Refused[] = []
  for (const id of ids)
    await attempt(ctx, { id, refused }, () => undoDecision(ctx, { moderatorId, decisionId: id }))
  return { undone: ids.length - refused.length, refused }
}
