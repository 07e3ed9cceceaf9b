import type { SiteHealth } from '#contract/moderation/administration/health.ts'
import { readHealth } from '#server/moderation/administration/health.ts'
import { callRoll } from '#server/platform/monitoring/roll-call.ts'
import { type AdminDeps, type Command, type CommandLine, CommandError } from './command.ts'

const MEGABYTE = 1024 * 1024
const inMegabytes = (bytes: number | null) =>
  bytes === null ? 'an unknown size' : `${Math.round(bytes / MEGABYTE)} MB`

function printBackup(
  { coveredUntil, secondUntil, baseAt, verifiedAt }: NonNullable<SiteHealth['backup']>,
  print: AdminDeps['print'],
): void {
  print(
    `backup    up to ${coveredUntil ?? 'no moment'}, newest base: ${baseAt ?? 'none'}, last verified: ${verifiedAt ?? 'never'}`,
  )
  if (secondUntil !== undefined) print(`copied    to the second copy up to ${secondUntil ?? 'no moment'}`)
}

/** Exits with 1 if there is a problem. */
async function showHealth(deps: AdminDeps): Promise<void> {
  const present = await callRoll(deps)
  const seen = present.flatMap((each) => each.warnings)
  const health = await readHealth(deps, seen)
  const { problems, warnings, database, disk, photos, backup, queues, failedJobs } = health
  const { print } = deps
  print(`running   ${present.map((each) => each.process).join(', ') || 'no process of the site'}`)
  print(`database  PostgreSQL ${database.version}, ${database.migration}, ${inMegabytes(database.bytes)}`)
  for (const { name, bytes } of database.tables) print(`  ${name.padEnd(28)}${inMegabytes(bytes)}`)
  if (disk) print(`disk      ${inMegabytes(disk.freeBytes)} free of ${inMegabytes(disk.bytes)}`)
  for (const { name, bytes } of health.formerFolders)
    print(`restored  ${name} takes ${inMegabytes(bytes)}; delete it when you no longer need it`)
  print(`photos    ${photos}`)
  if (backup) printBackup(backup, print)
  for (const { kind, due, later } of queues)
    if (due + later > 0) print(`waiting   ${kind}: ${due} due, ${later} later`)
  print(`given up  ${failedJobs} jobs`)
  if (problems.length + warnings.length > 0) throw new CommandError([...problems, ...warnings].join('\n'))
  print('Nothing is wrong')
}

async function testMail({ mailer, siteName, print }: AdminDeps, { words: [to] }: CommandLine): Promise<void> {
  if (!to) throw new CommandError('Give the address that receives the mail.')
  const text = `This is a test mail from ${siteName}. You do not have to do anything.`
  try {
    await mailer.send({ kind: 'test', to, subject: `Test of ${siteName}`, text, html: `<p>${text}</p>` })
  } catch (error) {
    throw new CommandError(
      `The mail was not accepted: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
  print('The mail was accepted')
}

export const HEALTH_COMMANDS: Record<string, Command> = { health: showHealth, 'mail-test': testMail }
