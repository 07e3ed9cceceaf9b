import { randomBytes } from 'node:crypto'
import { open, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { unlessMissing } from '#server/platform/errors/unless-missing.ts'

const MEGABYTE = 1024 * 1024
/** Four files of the database's log, of which it needs one to start. */
const RESERVE_MEGABYTES = 64
/** In which the database does not start for sure. */
const NO_ROOM_BYTES = 32 * MEGABYTE
/** The reserve is made where it takes a small part of what is free. */
const ROOM_BYTES = 1024 * MEGABYTE
const reserveIn = (dataDir: string) => join(dataDir, 'reserve')

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Makes the file that is given up when the disk is full, unless it is there or the room is scarce. */
export async function ensureReserve(dataDir: string): Promise<void> {
  const file = reserveIn(dataDir)
  if ((await unlessMissing(stat(file))) || (await freeBytes(dataDir)) < ROOM_BYTES) return
  const handle = await open(`${file}.new`, 'w')
  try {
    // Not zeros, which some disks do not store.
    const megabyte = randomBytes(MEGABYTE)
    for (let written = 0; written < RESERVE_MEGABYTES; written += 1) await handle.write(megabyte)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(`${file}.new`, file)
}

/** Whether the disk was full and the reserve was there to be given up. */
export async function giveUpReserve(dataDir: string): Promise<boolean> {
  const file = reserveIn(dataDir)
  if ((await freeBytes(dataDir)) >= NO_ROOM_BYTES || !(await unlessMissing(stat(file)))) return false
  await rm(file, { force: true })
  return true
}
