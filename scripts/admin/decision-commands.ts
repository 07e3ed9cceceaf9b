import { DecisionForm } from '#contract/moderation/cases/cases.ts'
import type { ActionName } from '#contract/moderation/cases/decisions.ts'
import type { Target } from '#contract/moderation/reports/reports.ts'
import type { PersonLine } from '#contract/moderation/cases/people.ts'
import { decide } from '#server/moderation/cases/deciding.ts'
import { type AdminDeps, type CommandLine, CommandError } from './command.ts'
import { requirePerson } from './find-person.ts'

type Options = CommandLine['options']

/** The member of the staff who signs the action, as on the screens. */
export async function requireSigner(
  deps: AdminDeps,
  { as }: Options,
  role?: 'administrator',
): Promise<PersonLine> {
  if (!as) throw new CommandError('Use --as to name the moderator or administrator who decides.')
  const signer = await requirePerson(deps, as)
  if (signer.role === null) throw new CommandError(`${signer.name} has no role.`)
  if (role && signer.role !== role) throw new CommandError(`${signer.name} is not an ${role}.`)
  return signer
}

interface Act {
  action: ActionName
  target: Target
  name: string
}

/** Requires a signature by staff, like every decision. */
export async function decideAs(
  deps: AdminDeps,
  { action, target, name }: Act,
  options: Options,
): Promise<void> {
  const moderator = await requireSigner(deps, options)
  const form = DecisionForm.safeParse({
    target,
    action,
    rule: options.rule ?? null,
    words: options.words ?? '',
    days: options.days === undefined ? null : Number(options.days),
  })
  if (!form.success)
    throw new CommandError(
      form.error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`).join('\n'),
    )
  const { until } = await decide(deps, { moderatorId: moderator.id, form: form.data })
  deps.print(`${name}: ${action}${until === null ? '' : ` until ${until}`}`)
}
