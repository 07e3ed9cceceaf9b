import { DecisionForm } from '#contract/decisions.ts'
import type { PersonLine } from '#contract/moderation/staff.ts'
import { decide } from '#server/decisions/deciding.ts'
import { findPeople, setRole } from '#server/decisions/people.ts'
import { type AdminDeps, type CommandLine, Wrong } from './command.ts'

/** Of a phone number, without the country. */
const NATIONAL_DIGITS = 9
const digitsOf = (text: string) => text.replaceAll(/\D/g, '').slice(-NATIONAL_DIGITS)

/** By what is of one person alone; a name may be of many. */
function isMeant({ id, email, phone }: PersonLine, who: string): boolean {
  const isPhone = phone !== null && /^[+\d\s()-]+$/.test(who) && digitsOf(phone) === digitsOf(who)
  return id === who.toLowerCase() || email === who.toLowerCase() || isPhone
}

async function requirePerson({ db }: AdminDeps, who: string | undefined): Promise<PersonLine> {
  if (!who || who.trim().length < 2) throw new Wrong('Say who: an e-mail address, a phone number or an id.')
  const q = who.trim()
  const [found, other] = (await findPeople({ db }, { q })).filter((line) => isMeant(line, q))
  if (!found) throw new Wrong(`Nobody has ${q}. An e-mail address, a phone number or an id is meant.`)
  if (other) throw new Wrong(`Several people have ${q}. Use an id.`)
  return found
}

const ROLES = { moderator: 'moderator', administrator: 'administrator', none: null } as const
const isRoleName = (name: string): name is keyof typeof ROLES => Object.hasOwn(ROLES, name)

export async function giveRole(deps: AdminDeps, { words: [who, name = ''] }: CommandLine): Promise<void> {
  if (!isRoleName(name)) throw new Wrong('A role is moderator, administrator or none.')
  const person = await requirePerson(deps, who)
  await setRole(deps, { actorId: null, personId: person.id, role: ROLES[name] })
  deps.print(name === 'none' ? `${person.name} has no role now` : `${person.name} is ${name} now`)
  if (name !== 'none') deps.print('The screens open once two-factor sign-in is on.')
}

/** Signed by somebody with a role, as every decision. */
export async function decideAs(
  deps: AdminDeps,
  action: 'suspend' | 'ban' | 'restore',
  { words: [who], options }: CommandLine,
): Promise<void> {
  const person = await requirePerson(deps, who)
  if (!options.as) throw new Wrong('Say with --as who of the moderators or administrators decides.')
  const moderator = await requirePerson(deps, options.as)
  if (moderator.role === null) throw new Wrong(`${moderator.name} has no role.`)
  const form = DecisionForm.safeParse({
    target: { kind: 'person', id: person.id },
    action,
    rule: options.rule ?? null,
    words: options.words ?? '',
    days: options.days === undefined ? null : Number(options.days),
  })
  if (!form.success)
    throw new Wrong(
      form.error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`).join('\n'),
    )
  const { until } = await decide(deps, { moderatorId: moderator.id, form: form.data })
  deps.print(`${person.name}: ${action}${until === null ? '' : ` until ${until}`}`)
}
