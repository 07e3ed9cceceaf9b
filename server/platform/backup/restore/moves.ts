import { existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { RESTORE_MARKER } from '#server/platform/db/embedded/interrupted-restore.ts'
import { BootError } from '#server/platform/process/boot-error.ts'
import { KEY_FILE, stampOf } from '#server/platform/backup/base/manifest.ts'
import { nullIfMissing } from '#server/platform/errors/null-if-missing.ts'

/**
 * The site's own entries in DATA_DIR, also with a further ending, as in postgres.log. A restore leaves other entries
 * where they are.
 */
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
/** Entries that a restore replaces. */
const RESTORED = ['postgres', 'photos', KEY_FILE]
/** Prefix of the folder that receives the former content of DATA_DIR. */
export const FORMER_PREFIX = 'before-restore-'

/** A move under way; its fields are names in DATA_DIR. */
interface Move {
  /** Folder that receives the former content. */
  former: string
  /** Folder with the restored content. */
  ready: string
  /** Names of the restored entries. */
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
      `${from} cannot be moved (${why}). Restore into another folder with DATA_DIR=/path npm run restore and copy what you need from there, or make it movable.`,
    )
  })
}

async function carryOut(dataDir: string, { former, ready, restored }: Move): Promise<void> {
  await mkdir(join(dataDir, former))
  for (const name of await ownNames(dataDir)) await moveOne(join(dataDir, name), join(dataDir, former, name))
  for (const name of restored) await moveOne(join(dataDir, ready, name), join(dataDir, name))
}

/**
 * Undoes a move, at whatever step it stopped. Entries created since then stay in DATA_DIR, and the former ones stay
 * beside them.
 */
async function undoMove(dataDir: string, { former, ready, restored }: Move): Promise<void> {
  const [back, aside] = [join(dataDir, ready), join(dataDir, former)]
  for (const name of restored)
    if (!existsSync(join(back, name)) && existsSync(join(dataDir, name)))
      await moveOne(join(dataDir, name), join(back, name))
  for (const name of (await nullIfMissing(readdir(aside))) ?? [])
    if (!existsSync(join(dataDir, name))) await moveOne(join(aside, name), join(dataDir, name))
  await rmdir(aside).catch(() => undefined)
}

async function doMove(dataDir: string, move: Move): Promise<void> {
  await mark(dataDir, move)
  try {
    await carryOut(dataDir, move)
  } catch (error) {
    await undoMove(dataDir, move)
    await unmark(dataDir)
    throw error
  }
}

const newFormer = () => FORMER_PREFIX + stampOf(new Date())

/**
 * Tests before the long work that the site's entries can be moved, and puts them back. Throws a BootError if one
 * cannot be moved.
 */
export async function tryMoves(dataDir: string): Promise<void> {
  const move = { former: newFormer(), ready: '', restored: [] }
  await doMove(dataDir, move)
  await undoMove(dataDir, move)
  await unmark(dataDir)
}

/**
 * Moves the former entries into a folder of their own and the restored ones into their position, all or none. Returns
 * the folder of the former entries if there were any.
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

/** Undoes the moves of an interrupted restore. Returns true if there was one. */
export async function undoInterruptedMove(dataDir: string): Promise<boolean> {
  const text = await nullIfMissing(readFile(join(dataDir, RESTORE_MARKER), 'utf8'))
  if (text === null) return false
  // An empty marker means that nothing was moved yet.
  if (text !== '') await undoMove(dataDir, JSON.parse(text) as Move)
  await unmark(dataDir)
  return true
}
