import { existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { RESTORE_MARKER } from '#server/platform/db/embedded/interrupted-restore.ts'
import { BootError } from '#server/platform/process/boot-error.ts'
import { KEY_FILE, stampOf } from '#server/platform/backup/base/manifest.ts'
import { unlessMissing } from '#server/platform/errors/unless-missing.ts'

/** What the site keeps in DATA_DIR, with what belongs to it: postgres.log is of postgres. Whatever else is there stays. */
const OWN = [
  'postgres',
  'photos',
  KEY_FILE,
  'archive',
  'backup',
  'spool',
  'uploads',
  'reserve',
  'deaths.json',
  'stand-ins',
  'photos-encode-again.json',
]
/** What a restore brings. */
const RESTORED = ['postgres', 'photos', KEY_FILE]
/** What DATA_DIR held before goes in here. */
export const FORMER = 'before-restore-'

/** Names in DATA_DIR. */
interface Move {
  /** Receives what is there. */
  former: string
  /** Holds what was restored. */
  ready: string
  /** Names of what was restored. */
  restored: string[]
}

const ownNames = async (dataDir: string): Promise<string[]> =>
  (await readdir(dataDir)).filter((name) => OWN.some((own) => name === own || name.startsWith(`${own}.`)))

async function sync(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function mark(dataDir: string, move: Move): Promise<void> {
  const file = join(dataDir, RESTORE_MARKER)
  await writeFile(file, JSON.stringify(move))
  await sync(file)
  await sync(dataDir)
}

async function unmark(dataDir: string): Promise<void> {
  await sync(dataDir)
  await rm(join(dataDir, RESTORE_MARKER))
}

async function moveOne(from: string, to: string): Promise<void> {
  await rename(from, to).catch(({ code = '' }: NodeJS.ErrnoException) => {
    const why = code === 'EBUSY' ? 'it is a disk of its own' : code
    throw new BootError(
      `${from} cannot be moved (${why}). Restore into another folder, DATA_DIR=/path npm run restore, and copy from there what you need, or see that it can be moved.`,
    )
  })
}

async function carryOut(dataDir: string, { former, ready, restored }: Move): Promise<void> {
  await mkdir(join(dataDir, former))
  for (const name of await ownNames(dataDir)) await moveOne(join(dataDir, name), join(dataDir, former, name))
  for (const name of restored) await moveOne(join(dataDir, ready, name), join(dataDir, name))
}

/** At whatever point it ended. What came in its position meanwhile stays, and so does the former beside it. */
async function takeBack(dataDir: string, { former, ready, restored }: Move): Promise<void> {
  const [back, aside] = [join(dataDir, ready), join(dataDir, former)]
  for (const name of restored)
    if (!existsSync(join(back, name)) && existsSync(join(dataDir, name)))
      await moveOne(join(dataDir, name), join(back, name))
  for (const name of (await unlessMissing(readdir(aside))) ?? [])
    if (!existsSync(join(dataDir, name))) await moveOne(join(aside, name), join(dataDir, name))
  await rmdir(aside).catch(() => undefined)
}

async function doMove(dataDir: string, move: Move): Promise<void> {
  await mark(dataDir, move)
  try {
    await carryOut(dataDir, move)
  } catch (error) {
    await takeBack(dataDir, move)
    await unmark(dataDir)
    throw error
  }
}

const newFormer = () => FORMER + stampOf(new Date())

/** Before the long work: throws a BootError if anything of the site cannot be moved aside, and leaves all as it was. */
export async function tryMoves(dataDir: string): Promise<void> {
  const move = { former: newFormer(), ready: '', restored: [] }
  await doMove(dataDir, move)
  await takeBack(dataDir, move)
  await unmark(dataDir)
}

/**
 * What is there goes into a folder beside, and what was restored takes its position; all of it, or nothing. Returns the
 * folder, if there was anything.
 */
export async function putInPosition(dataDir: string, folder: string): Promise<string | undefined> {
  const former = newFormer()
  const restored = RESTORED.filter((name) => existsSync(join(folder, name)))
  await doMove(dataDir, { former, ready: basename(folder), restored }).catch((error: unknown) => {
    if (!(error instanceof BootError)) throw error
    throw new BootError([
      ...error.lines,
      `${dataDir} is as it was. What was restored is in ${folder} until the next restore.`,
    ])
  })
  await unmark(dataDir)
  const isEmpty = await rmdir(join(dataDir, former)).then(
    () => true,
    () => false,
  )
  return isEmpty ? undefined : join(dataDir, former)
}

/** Puts back what a restore that died in between moved. Returns whether there was one. */
export async function takeBackInterrupted(dataDir: string): Promise<boolean> {
  const text = await unlessMissing(readFile(join(dataDir, RESTORE_MARKER), 'utf8'))
  if (text === null) return false
  // An empty one was written before anything was moved.
  if (text !== '') await takeBack(dataDir, JSON.parse(text) as Move)
  await unmark(dataDir)
  return true
}
