import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { damaged } from '#server/platform/backup/depot/damaged.ts'
import type { Depot } from '#server/platform/backup/depot/depot.ts'
import { copyName, readIndex } from '#server/platform/backup/files/file-index.ts'
import { DATABASE_FILE, findBases, folderOf, type Manifest } from '#server/platform/backup/base/manifest.ts'
import { restore, type Restored } from '#server/platform/backup/restore/restore.ts'
import { BootError } from '#server/platform/process/boot-error.ts'
import type { ChosenBackup } from './chosen-backup.ts'
import { megabytes } from './words.ts'

const MEGABYTE = 1024 * 1024
const DRILLING = 'drilling-'
const EMBEDDED = new URL('../../server/platform/db/embedded.ts', import.meta.url).href

interface Scene {
  depot: Depot
  /** Whole bases, newest first. */
  bases: [Manifest, ...Manifest[]]
  /** A folder of the drill's own. */
  folder: string
}

/** Says what it saw; throws what is wrong. */
type Step = (scene: Scene) => Promise<string>

const restoreTo = (depot: Depot, dataDir: string, to?: Date): Promise<Restored> =>
  restore(depot, { dataDir, to })

function demand(isSo: boolean, otherwise: string): void {
  if (!isSo) throw new BootError(otherwise)
}

const loseMachine: Step = async ({ depot, folder }) => {
  const { base, endsAt, files, damaged: lines } = await restoreTo(depot, join(folder, 'elsewhere'))
  demand(lines.length === 0, lines.join(' '))
  return `the base of ${base.startedAt} with what came after, up to ${endsAt.toISOString()}, and ${files} files`
}

const goBack: Step = async ({ depot, bases: [newest], folder }) => {
  const counted = new Date(newest.counted.at)
  const { endsAt } = await restoreTo(depot, join(folder, 'then'), counted)
  demand(endsAt <= counted, `What was written at ${endsAt.toISOString()} came back.`)
  return `as it was at ${counted.toISOString()}`
}

const damageOf = (depot: Depot, victim: string): Depot => ({
  ...depot,
  async *read(name) {
    if (name === victim) throw damaged(name)
    yield* depot.read(name)
  },
})

async function someFile({ depot, bases: [{ stamp }] }: Scene): Promise<string | undefined> {
  for await (const { key } of readIndex(depot, stamp)) return copyName(key)
  return undefined
}

/** The newest base where there is one before it, and otherwise a picture. */
const damageFile: Step = async (scene) => {
  const { depot, bases, folder } = scene
  const victim = bases[1] ? `${folderOf(bases[0].stamp)}/${DATABASE_FILE}` : await someFile(scene)
  if (victim === undefined) return 'not tried: there is one base and no picture'
  const { base, endsAt, damaged: lines } = await restoreTo(damageOf(depot, victim), join(folder, 'damaged'))
  demand(
    lines.some((line) => line.includes(victim)),
    `Nothing said that ${victim} is damaged.`,
  )
  return `without ${victim}, by the base of ${base.startedAt}, up to ${endsAt.toISOString()}`
}

/** A site that is killed leaves its database running. */
async function crashIn(dataDir: string): Promise<void> {
  const owner = spawn(process.execPath, [
    '-e',
    `import(${JSON.stringify(EMBEDDED)}).then(({ startEmbedded }) => startEmbedded({ dataDir: ${JSON.stringify(dataDir)} })).then(() => setInterval(() => console.log('runs'), 100))`,
  ])
  await once(owner.stdout, 'data')
  owner.kill('SIGKILL')
  await once(owner, 'exit')
}

const crash: Step = async ({ depot, folder }) => {
  const dataDir = join(folder, 'elsewhere')
  demand(existsSync(join(dataDir, 'postgres')), 'The first step left no site to crash.')
  await crashIn(dataDir)
  const { former } = await restoreTo(depot, dataDir)
  demand(former !== undefined, 'What the crash left was not moved aside.')
  return 'over a site that was killed and whose database still ran'
}

const fillDisk: Step = async ({ depot, bases: [newest], folder }) => {
  const disk = join(folder, 'small-disk')
  mkdirSync(disk)
  const size = Math.max(Math.floor(newest.database.bytes / 2), MEGABYTE)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk], { stdio: 'pipe' })
  } catch {
    return 'not tried: only root may mount a small disk'
  }
  try {
    const said = await restoreTo(depot, join(disk, 'site')).then(
      () => undefined,
      (error: unknown) => (error instanceof BootError ? error.message : undefined),
    )
    demand(said !== undefined, 'A restore to a disk that is too small did not say so.')
    const left = readdirSync(join(disk, 'site')).filter((name) => !name.startsWith('in-use.lock'))
    demand(left.length === 0, `It left ${left.join(', ')} behind.`)
    return `refused on a disk of ${megabytes(size)}, and nothing left there`
  } finally {
    execFileSync('umount', ['-l', disk])
  }
}

const STEPS: Record<string, Step> = {
  'The machine is lost': loseMachine,
  'Back to a moment': goBack,
  'A file of the backup is damaged': damageFile,
  'After a crash': crash,
  'The disk is full': fillDisk,
}

/** A restore leaves a note in the backup, by which the next takes another branch of the log; a drill leaves none. */
const readOnly = (depot: Depot): Depot => ({
  ...depot,
  put: async () => ({ bytes: 0, sha256: '' }),
  remove: async () => undefined,
})

/** Restores after each of the bad days, in a folder within `scratch`. Returns how many steps failed. */
export async function drill(
  { depot: own, explainNothing }: ChosenBackup,
  { scratch, say }: { scratch: string; say: (line: string) => void },
): Promise<number> {
  const depot = readOnly(own)
  const bases: Manifest[] = []
  for await (const base of findBases(depot)) bases.push(base)
  const [newest, ...earlier] = bases
  if (!newest) throw await explainNothing()
  mkdirSync(scratch, { recursive: true })
  const folder = mkdtempSync(join(scratch, DRILLING))
  // The database may have an account of its own.
  chmodSync(folder, 0o711)
  let failed = 0
  try {
    for (const [name, step] of Object.entries(STEPS)) {
      const startedAt = performance.now()
      const seconds = () => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`
      try {
        say(`${name}: ${await step({ depot, bases: [newest, ...earlier], folder })} (${seconds()})`)
      } catch (error) {
        failed += 1
        say(`${name}: FAILED after ${seconds()}: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  say(failed > 0 ? `${failed} of ${Object.keys(STEPS).length} failed.` : 'All of it came back.')
  return failed
}
