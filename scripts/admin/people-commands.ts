import { callRoll } from '#server/platform/monitoring/roll-call.ts'
import { endAllSessions, endSessions } from '#server/accounts/sessions/service.ts'
import { findPeople, setRole } from '#server/moderation/cases/people.ts'
import { deletePerson } from '#server/moderation/administration/deleting.ts'
import { type AdminDeps, byFirstWord, type Command, type CommandLine, CommandError } from './command.ts'
import { decideAs, requireSigner } from './decision-commands.ts'
import { requirePerson } from './find-person.ts'

async function listPeople({ db, print }: AdminDeps, { words }: CommandLine): Promise<void> {
  const q = words.join(' ').trim()
  if (q.length < 2) throw new CommandError('Give at least two characters to search for.')
  const people = await findPeople({ db }, { q })
  if (people.length === 0) print('Nobody was found')
  for (const { id, name, email, phone, role, sanction } of people)
    print([id, name, email, phone, role, sanction?.kind].filter(Boolean).join('  '))
}

const ROLES = { moderator: 'moderator', administrator: 'administrator', none: null } as const
const isRoleName = (name: string): name is keyof typeof ROLES => Object.hasOwn(ROLES, name)

async function giveRole(deps: AdminDeps, { words: [who, name = ''] }: CommandLine): Promise<void> {
  if (!isRoleName(name)) throw new CommandError('A role is moderator, administrator or none.')
  const person = await requirePerson(deps, who)
  await setRole(deps, { actorId: null, personId: person.id, role: ROLES[name] })
  deps.print(name === 'none' ? `${person.name} now has no role` : `${person.name} now has the role ${name}`)
  if (name !== 'none') deps.print('The staff screens open once two-factor login is on.')
}

const decideAbout =
  (action: 'suspend' | 'ban' | 'restore'): Command =>
  async (deps, { words: [who], options }) => {
    const { id, name } = await requirePerson(deps, who)
    await decideAs(deps, { action, target: { kind: 'person', id }, name }, options)
  }

async function deleteForGood(deps: AdminDeps, { words: [who], options }: CommandLine): Promise<void> {
  const person = await requirePerson(deps, who)
  const { id: actorId } = await requireSigner(deps, options, 'administrator')
  await deletePerson(deps, { actorId, id: person.id })
  deps.print(`${person.name}: deleted for good`)
}

async function endSessionsOf(deps: AdminDeps, { words: [who] }: CommandLine): Promise<void> {
  const count =
    who === 'all'
      ? await endAllSessions(deps)
      : await deps.db
          .transaction()
          .execute(async (tx) => endSessions(deps, tx, { accountId: (await requirePerson(deps, who)).id }))
  deps.print(`${count} sessions ended`)
  const present = await callRoll(deps)
  deps.print(
    present.length === 0
      ? 'No process of the site is running'
      : `Confirmed by ${present.map((each) => each.process).join(', ')}`,
  )
}

export const PEOPLE_COMMANDS: Record<string, Command> = {
  people: listPeople,
  role: giveRole,
  suspend: decideAbout('suspend'),
  ban: decideAbout('ban'),
  restore: decideAbout('restore'),
  sessions: byFirstWord({ end: endSessionsOf }, 'Say: sessions end <person>, or sessions end all'),
  person: byFirstWord({ delete: deleteForGood }, 'Say: person delete <person> --as <administrator>'),
}
