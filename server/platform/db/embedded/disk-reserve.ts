import { randomBytes } from 'node:crypto'
import { open, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { nullIfMissing } from '#server/platform/errors/null-if-missing.ts'

const MEGABYTE = 1024 * 1024
/** Size of four files of the database's log; the database needs one to start. */
const RESERVE_MEGABYTES = 64
/** Free space below which the database may fail to start. */
const NO_ROOM_BYTES = 32 * MEGABYTE
/** Free space above which the reserve is only a small part of it. */
const ROOM_BYTES = 1024 * MEGABYTE
const reserveIn = (dataDir: string) => join(dataDir, 'reserve')

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Creates the file that is deleted when the disk is full, unless it exists or free space is scarce. */
export async function ensureReserve(dataDir: string): Promise<void> {
  const file = reserveIn(dataDir)
  if ((await nullIfMissing(stat(file))) || (await freeBytes(dataDir)) < ROOM_BYTES) return
  const handle = await open(`${file}.new`, 'w')
  try {
    // Random bytes are written, because some disks do not store zeros.
    const megabyte = randomBytes(MEGABYTE)
    for (let written = 0; written < RESERVE_MEGABYTES; written += 1) await handle.write(megabyte)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(`${file}.new`, file)
}

/** Deletes the reserve if the disk is full. Returns true if it deleted one. */
export async function releaseReserve(dataDir: string): Promise<boolean> {
  const file = reserveIn(dataDir)
  if ((await freeBytes(dataDir)) >= NO_ROOM_BYTES || !(await nullIfMissing(stat(file)))) return false
  await rm(file, { force: true })
  return true
}
