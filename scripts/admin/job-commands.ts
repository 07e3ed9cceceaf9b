import { dropFailedJob, retryFailedJob } from '#server/moderation/administration/service.ts'
import { listFailedJobs } from '#server/platform/jobs/failed-jobs.ts'
import { type AdminDeps, type Command, type CommandLine, CommandError } from './command.ts'
import { requireSigner } from './decision-commands.ts'

async function listJobs({ db, print }: AdminDeps): Promise<void> {
  const failed = await listFailedJobs(db)
  if (failed.length === 0) print('No job was given up')
  for (const { id, failedAt, kind } of failed) print(`${id}  ${failedAt}  ${kind}`)
}

const JOB_ACTS = {
  retry: { act: retryFailedJob, done: 'put back' },
  drop: { act: dropFailedJob, done: 'dropped' },
} as const
const isJobAct = (name: string): name is keyof typeof JOB_ACTS => Object.hasOwn(JOB_ACTS, name)

async function handleJobs(deps: AdminDeps, { words: [name, id], options }: CommandLine): Promise<void> {
  if (name === undefined) return listJobs(deps)
  if (!isJobAct(name) || !id) throw new CommandError('Say retry or drop, and an id or all.')
  const actorId = options.as ? (await requireSigner(deps, options, 'administrator')).id : null
  const ids = id === 'all' ? (await listFailedJobs(deps.db)).map((job) => job.id) : [id]
  const { act, done } = JOB_ACTS[name]
  for (const each of ids) await act(deps, { actorId, id: each })
  deps.print(`${ids.length} ${done}`)
}

export const JOB_COMMANDS: Record<string, Command> = { jobs: handleJobs }
