import { mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ListingStorage } from '#server/platform/storage/storage.ts'

/** A file that was stored (`+`) or removed (`-`). */
export interface FileNote {
  at: string
  sign: '+' | '-'
  key: string
}

const NOTES = /^files-\d{4}-\d\d-\d\d\.tsv$/
const noteFile = (at: string) => `files-${at.slice(0, 10)}.tsv`
const OLD_MILLISECONDS = 2 * 24 * 60 * 60 * 1000

const notesFolder = (dataDir: string): string => join(dataDir, 'backup')

/** Syncs the note to the disk, before the caller writes the row that names the file. */
async function write(folder: string, sign: FileNote['sign'], key: string): Promise<void> {
  const at = new Date().toISOString()
  const handle = await open(join(folder, noteFile(at)), 'a')
  try {
    await handle.write(`${at}\t${sign}\t${key}\n`)
    await handle.datasync()
  } finally {
    await handle.close()
  }
}

/**
 * Writes a note of every file that is stored or removed, so that the backup need not search for them. Every process of
 * the site does so.
 */
export async function withNotes(storage: ListingStorage, dataDir: string): Promise<ListingStorage> {
  const folder = notesFolder(dataDir)
  await mkdir(folder, { recursive: true })
  return {
    ...storage,
    async put(key, content, contentType) {
      await storage.put(key, content, contentType)
      await write(folder, '+', key)
    },
    async remove(key) {
      await storage.remove(key)
      await write(folder, '-', key)
    },
  }
}

/** Number of bytes read from each file of notes. */
export type ReadSoFar = Record<string, number>

async function readFrom(file: string, start: number): Promise<{ text: string; end: number }> {
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    const bytes = Buffer.alloc(Math.max(size - start, 0))
    await handle.read(bytes, 0, bytes.byteLength, start)
    // Another process may be in the middle of a line.
    const whole = bytes.subarray(0, bytes.lastIndexOf('\n') + 1)
    return { text: whole.toString(), end: start + whole.byteLength }
  } finally {
    await handle.close()
  }
}

function parseNote(line: string): FileNote {
  const [at = '', sign, key = ''] = line.split('\t')
  return { at, sign: sign === '-' ? '-' : '+', key }
}

/** New notes, sorted by time. */
export async function readNotes(
  dataDir: string,
  before: ReadSoFar,
): Promise<{ notes: FileNote[]; readSoFar: ReadSoFar }> {
  const folder = notesFolder(dataDir)
  await mkdir(folder, { recursive: true })
  const readSoFar: ReadSoFar = {}
  const notes: FileNote[] = []
  for (const name of (await readdir(folder)).filter((entry) => NOTES.test(entry)).toSorted()) {
    const { text, end } = await readFrom(join(folder, name), before[name] ?? 0)
    readSoFar[name] = end
    notes.push(...text.split('\n').filter(Boolean).map(parseNote))
  }
  return { notes: notes.toSorted((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at))), readSoFar }
}

/** Removes notes older than two days, all of which were read. */
export async function removeOldNotes(dataDir: string, readSoFar: ReadSoFar, now: number): Promise<void> {
  const oldest = noteFile(new Date(now - OLD_MILLISECONDS).toISOString())
  for (const name of Object.keys(readSoFar)) if (name < oldest) await rm(join(notesFolder(dataDir), name))
}
