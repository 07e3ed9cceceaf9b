import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { LOCK_FILE, lockDataDir } from '#server/platform/db/embedded/data-dir-lock.ts'
import { stopOrphan } from '#server/platform/db/embedded/postmaster.ts'
import { damaged } from '#server/platform/backup/repository/damaged.ts'
import type { Repository } from '#server/platform/backup/repository/repository.ts'
import { copyName, readIndex } from '#server/platform/backup/files/file-index.ts'
import { DATABASE_FILE, findBases, folderOf, type Manifest } from '#server/platform/backup/base/manifest.ts'
import { restore, type Restored } from '#server/platform/backup/restore/restore.ts'
import { BootError } from '#server/platform/process/boot-error.ts'
import type { ChosenBackup } from './chosen-backup.ts'
import { megabytes } from './words.ts'

const MEGABYTE = 1024 * 1024
const LARGEST_SMALL_DISK = 64 * MEGABYTE
const SMALL_DISK = 'small-disk'
const DRILLING = 'drilling-'
const EMBEDDED = import.meta.resolve('#server/platform/db/embedded/embedded.ts')

interface Scene {
  repository: Repository
  /** Whole bases, newest first. */
  bases: [Manifest, ...Manifest[]]
  /** Folder of the drill. */
  folder: string
}

/** Returns what it observed; throws if it fails. */
type Step = (scene: Scene) => Promise<string>

const restoreTo = (repository: Repository, dataDir: string, to?: Date): Promise<Restored> =>
  restore(repository, { dataDir, to })

function demand(isSo: boolean, otherwise: string): void {
  if (!isSo) throw new BootError(otherwise)
}

const loseMachine: Step = async ({ repository, folder }) => {
  const { base, endsAt, files, damaged: lines } = await restoreTo(repository, folder)
  demand(lines.length === 0, lines.join(' '))
  return `the base of ${base.startedAt} with later data up to ${endsAt.toISOString()}, and ${files} files`
}

const goBack: Step = async ({ repository, bases: [newest], folder }) => {
  const counted = new Date(newest.counted.at)
  const { endsAt } = await restoreTo(repository, folder, counted)
  demand(
    endsAt <= counted,
    `Data written at ${endsAt.toISOString()} was restored although it is later than the chosen moment.`,
  )
  return `as it was at ${counted.toISOString()}`
}

const damageOf = (repository: Repository, victim: string): Repository => ({
  ...repository,
  async *read(name) {
    if (name === victim) throw damaged(name)
    yield* repository.read(name)
  },
})

async function someFile({ repository, bases: [{ stamp }] }: Scene): Promise<string | undefined> {
  for await (const { key } of readIndex(repository, stamp)) return copyName(key)
  return undefined
}

/** Damages the newest base if an earlier one exists, otherwise a picture. */
const damageFile: Step = async (scene) => {
  const { repository, bases, folder } = scene
  const victim = bases[1] ? `${folderOf(bases[0].stamp)}/${DATABASE_FILE}` : await someFile(scene)
  if (victim === undefined) return 'not tried: there is one base and no picture'
  const { base, endsAt, damaged: lines } = await restoreTo(damageOf(repository, victim), folder)
  demand(
    lines.some((line) => line.includes(victim)),
    `The restore did not report that ${victim} is damaged.`,
  )
  return `without ${victim}, from the base of ${base.startedAt}, up to ${endsAt.toISOString()}`
}

/** Starts a site and kills it, which leaves its database running. */
async function crashIn(dataDir: string): Promise<void> {
  const owner = spawn(process.execPath, [
    '-e',
    `import(${JSON.stringify(EMBEDDED)}).then(({ startEmbedded }) => startEmbedded({ dataDir: ${JSON.stringify(dataDir)} })).then(() => setInterval(() => console.log('runs'), 100))`,
  ])
  const runs = once(owner.stdout, 'data').then(() => true)
  const isRunning = await Promise.race([runs, once(owner, 'exit').then(() => false)])
  demand(isRunning, 'No site could be started to crash.')
  owner.kill('SIGKILL')
  await once(owner, 'exit')
}

const crash: Step = async ({ repository, folder: dataDir }) => {
  demand(existsSync(join(dataDir, 'postgres')), 'The first step left no site to crash.')
  await crashIn(dataDir)
  const { former } = await restoreTo(repository, dataDir)
  demand(former !== undefined, 'The data of the crashed site was not moved aside.')
  return 'over a site that was killed and whose database still ran'
}

/** Restores to a disk that is too small; `clear` unmounts that disk later. */
const fillDisk: Step = async ({ repository, bases: [newest], folder: disk }) => {
  mkdirSync(disk)
  // The disk is in memory, so it must be small.
  const size = Math.min(Math.max(Math.floor(newest.database.bytes / 2), MEGABYTE), LARGEST_SMALL_DISK)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk], { stdio: 'pipe' })
  } catch {
    return 'not tried: only root may mount a small disk'
  }
  const said = await restoreTo(repository, join(disk, 'site')).then(
    () => 'It succeeded.',
    (error: unknown) => String(error),
  )
  demand(
    /not enough space|no room|disk is full/i.test(said),
    `A restore to a disk that is too small did not report that: ${said}`,
  )
  const left = readdirSync(join(disk, 'site')).filter((name) => !name.startsWith(LOCK_FILE))
  demand(left.length === 0, `It left ${left.join(', ')} behind.`)
  return `refused on a disk of ${megabytes(size)}, and nothing was left there`
}

/** Each step has a folder of its name, which is deleted before the next step. */
const STEPS: { name: string; within: string; step: Step }[] = [
  { name: 'The machine is lost', within: 'elsewhere', step: loseMachine },
  { name: 'After a crash', within: 'elsewhere', step: crash },
  { name: 'Back to a moment', within: 'then', step: goBack },
  { name: 'A file of the backup is damaged', within: 'damaged', step: damageFile },
  { name: 'The disk is full', within: SMALL_DISK, step: fillDisk },
]
/** The crashed site and the restored one exist at the same time. */
const MOST_SITES = 2
const CLUSTERS = ['*', '*/restoring-*', '*/site', '*/site/restoring-*'].map((path) => `${path}/postgres`)

/** Deletes a drill's folder, even during a step or after the drill was killed. */
async function clear(folder: string): Promise<void> {
  for (const cluster of globSync(CLUSTERS, { cwd: folder })) await stopOrphan(join(folder, cluster))
  for (const disk of [folder, join(folder, SMALL_DISK)]) spawnSync('umount', ['-l', disk])
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
}

/** Deletes the leftovers of killed drills; a running one locks its folder. */
async function clearEarlier(scratch: string): Promise<void> {
  for (const name of readdirSync(scratch).filter((each) => each.startsWith(DRILLING))) {
    const folder = join(scratch, name)
    try {
      lockDataDir(folder)()
    } catch (error) {
      if (!(error instanceof BootError)) throw error
      continue
    }
    await clear(folder)
  }
}

function requireRoom(scratch: string, { database, files }: Manifest): void {
  const { bavail, bsize } = statfsSync(scratch)
  const needed = MOST_SITES * (database.bytes + files.bytes)
  if (bavail * bsize < needed)
    throw new BootError(
      `The drill needs ${megabytes(needed)} in ${scratch}, which has ${megabytes(bavail * bsize)}. --scratch names another folder.`,
    )
}

async function takeSteps(
  scene: Scene,
  say: (line: string) => void,
  isStopped: () => boolean,
): Promise<number> {
  let failed = 0
  for (const [index, { name, within, step }] of STEPS.entries()) {
    const startedAt = performance.now()
    const seconds = () => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`
    const folder = join(scene.folder, within)
    const line = await step({ ...scene, folder }).then(
      (seen) => `${seen} (${seconds()})`,
      (error: unknown) => {
        failed += 1
        return `FAILED after ${seconds()}: ${error instanceof Error ? error.message : String(error)}`
      },
    )
    if (isStopped()) return failed
    say(`${name}: ${line}`)
    if (STEPS[index + 1]?.within !== within) await clear(folder)
  }
  return failed
}

/**
 * A restore adds a note to the backup, so that the next one uses another branch of the log; a drill adds
 * none.
 */
const readOnly = (repository: Repository): Repository => ({
  ...repository,
  put: async () => ({ bytes: 0, sha256: '' }),
  remove: async () => undefined,
})

/** Restores after each kind of failure, in a folder within `scratch`. Returns the number of failed steps. */
export async function drill(
  { repository: own, explainNothing }: ChosenBackup,
  { scratch, say }: { scratch: string; say: (line: string) => void },
): Promise<number> {
  const repository = readOnly(own)
  const bases: Manifest[] = []
  for await (const base of findBases(repository)) bases.push(base)
  const [newest, ...earlier] = bases
  if (!newest) throw await explainNothing()
  mkdirSync(scratch, { recursive: true })
  await clearEarlier(scratch)
  requireRoom(scratch, newest)
  const folder = mkdtempSync(join(scratch, DRILLING))
  // The database may run under its own account.
  chmodSync(folder, 0o711)
  const unlock = lockDataDir(folder)
  let stopped = false
  const stop = (signal: NodeJS.Signals) => {
    stopped = true
    void clear(folder).finally(() => process.exit(128 + constants.signals[signal]))
  }
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.once(signal, stop)
  try {
    const failed = await takeSteps({ repository, bases: [newest, ...earlier], folder }, say, () => stopped)
    say(failed > 0 ? `${failed} of ${STEPS.length} steps failed.` : 'Every step succeeded.')
    return failed
  } finally {
    for (const signal of signals) process.off(signal, stop)
    unlock()
    await clear(folder)
  }
}
