import { parseArgs } from 'node:util'
import { RULES } from '#contract/moderation/decisions.ts'
import { findPeople } from '#server/decisions/people.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { dropFailedJob, listFailedJobs, retryFailedJob } from '#server/platform/jobs/failed-jobs.ts'
import { type AdminDeps, type CommandLine, Wrong } from './command.ts'
import { decideAs, giveRole } from './people-commands.ts'

export const HELP = `npm run admin -- <command>

  people <words>                                   finds people by name, e-mail address, phone number or id
  role <person> moderator|administrator|none       gives or takes a role; the first administrator is made so
  suspend <person> --days <n> <decision>           ends the sessions, hides the listings, for a time
  ban <person> <decision>                          the same for good
  restore <person> --as <staff>                    takes back what was decided about a person
  mail-test <address>                              sends a mail by the site's own mail server
  jobs                                             lists jobs that were given up
  jobs retry|drop <id>|all                         has them run again, or forgets them

<person> and <staff> are an e-mail address, a phone number or an id.
<decision> is --as <staff> --rule <rule> --words <words for the person>. Rules:
${Object.entries(RULES)
  .map(([name, text]) => `  ${name.padEnd(17)}${text}`)
  .join('\n')}`

async function listPeople({ db, print }: AdminDeps, { words }: CommandLine): Promise<void> {
  const q = words.join(' ').trim()
  if (q.length < 2) throw new Wrong('Say whom to find: at least two characters.')
  const people = await findPeople({ db }, { q })
  if (people.length === 0) print('Nobody was found')
  for (const { id, name, email, phone, role, sanction } of people)
    print([id, name, email, phone, role, sanction?.kind].filter(Boolean).join('  '))
}

async function testMail({ mailer, siteName, print }: AdminDeps, { words: [to] }: CommandLine): Promise<void> {
  if (!to) throw new Wrong('Say to which address.')
  const text = `This is a test of the mails of ${siteName}. Nothing has to be done.`
  try {
    await mailer.send({ kind: 'test', to, subject: `Test of ${siteName}`, text, html: `<p>${text}</p>` })
  } catch (error) {
    throw new Wrong(`The mail was not accepted: ${error instanceof Error ? error.message : String(error)}`)
  }
  print('The mail was accepted')
}

async function listJobs({ db, print }: AdminDeps): Promise<void> {
  const failed = await listFailedJobs(db)
  if (failed.length === 0) print('No job was given up')
  for (const { id, failedAt, kind } of failed) print(`${id}  ${failedAt}  ${kind}`)
}

const JOB_ACTS = {
  retry: {
    act: ({ db, jobs }: AdminDeps, id: string) =>
      db.transaction().execute((tx) => retryFailedJob(jobs, tx, id)),
    done: 'put back',
  },
  drop: { act: ({ db }: AdminDeps, id: string) => dropFailedJob(db, id), done: 'dropped' },
} as const
const isJobAct = (name: string): name is keyof typeof JOB_ACTS => Object.hasOwn(JOB_ACTS, name)

async function handleJobs(deps: AdminDeps, { words: [name, id] }: CommandLine): Promise<void> {
  if (name === undefined) return listJobs(deps)
  if (!isJobAct(name) || !id) throw new Wrong('Say retry or drop, and an id or all.')
  const ids = id === 'all' ? (await listFailedJobs(deps.db)).map((job) => job.id) : [id]
  const { act, done } = JOB_ACTS[name]
  let count = 0
  for (const each of ids) if ((await act(deps, each)) !== undefined) count++
  if (count === 0 && id !== 'all') throw new Wrong('There is no such job')
  deps.print(`${count} ${done}`)
}

const COMMANDS: Record<string, (deps: AdminDeps, typed: CommandLine) => Promise<void>> = {
  people: listPeople,
  role: giveRole,
  suspend: (deps, typed) => decideAs(deps, 'suspend', typed),
  ban: (deps, typed) => decideAs(deps, 'ban', typed),
  restore: (deps, typed) => decideAs(deps, 'restore', typed),
  'mail-test': testMail,
  jobs: handleJobs,
}

function read(args: string[]): CommandLine {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        days: { type: 'string' },
        rule: { type: 'string' },
        words: { type: 'string' },
        as: { type: 'string' },
      },
    })
    return { words: positionals, options: values }
  } catch (error) {
    throw new Wrong((error as Error).message)
  }
}

/** Returns the exit code: 0, or 1 with a line that says what is wrong. */
export async function runAdmin([name = '', ...args]: string[], deps: AdminDeps): Promise<number> {
  const run = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!run) {
    deps.complain(`There is no command '${name}'.\n\n${HELP}`)
    return 1
  }
  try {
    await run(deps, read(args))
    return 0
  } catch (error) {
    if (!(error instanceof Wrong) && !(error instanceof AppError)) throw error
    deps.complain(error.message)
    return 1
  }
}
