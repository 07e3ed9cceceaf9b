import type { Storage } from '#server/platform/storage/storage.ts'
import { takeUntilDamaged } from '#server/platform/backup/repository/damaged.ts'
import type { Repository } from '#server/platform/backup/repository/repository.ts'
import { copyFile, readLines, type StoredCopy } from './file-index.ts'
import type { FileNote } from './file-notes.ts'
import { inBatches } from '#server/platform/backup/repository/in-batches.ts'
import { stampOf, timeOf } from '#server/platform/backup/base/manifest.ts'

const FOLDER = 'file-notes'
const FILES_AT_ONCE = 8
const END = '.tsv.zst'

/** A note in the backup; the note of a stored file includes its copy. */
export interface ShippedNote extends FileNote {
  copy: StoredCopy | undefined
}

const textOf = ({ at, sign, key, copy }: ShippedNote): string =>
  `${[at, sign, key, ...(copy ? [copy.bytes, copy.sha256] : [])].join('\t')}\n`

function noteOf(line: string): ShippedNote {
  const [at = '', sign, key = '', bytes, sha256] = line.split('\t')
  const copy = sha256 === undefined ? undefined : { key, bytes: Number(bytes), sha256 }
  return { at, sign: sign === '-' ? '-' : '+', key, copy }
}

/**
 * Copies the files that were stored. A file that was deleted before it could be copied also has a note of its
 * removal.
 */
export async function shipNotes(storage: Storage, repository: Repository, notes: FileNote[]): Promise<void> {
  if (notes.length === 0) return
  async function* each() {
    yield* notes
  }
  const shipped = inBatches(each(), FILES_AT_ONCE, async (note): Promise<ShippedNote> => {
    return { ...note, copy: note.sign === '+' ? await copyFile(storage, repository, note.key) : undefined }
  })
  const texts: string[] = []
  for await (const note of shipped) if (note.sign === '-' || note.copy) texts.push(textOf(note))
  await repository.put(`${FOLDER}/${stampOf(new Date())}${END}`, Buffer.from(texts.join('')))
}

/** Names of the files of notes and when they were written, oldest first. */
export async function listShippedNotes(repository: Repository): Promise<{ name: string; at: Date }[]> {
  const found: { name: string; at: Date }[] = []
  for await (const name of repository.list(FOLDER))
    found.push({ name, at: timeOf(name.slice(FOLDER.length + 1, -END.length)) })
  return found
}

/**
 * Notes of files that were stored or removed since a moment, sorted by time. Throws a `Damaged` unless `note`
 * receives the damage.
 */
export async function* readShippedNotes(
  repository: Repository,
  from: Date,
  note?: (line: string) => void,
): AsyncGenerator<ShippedNote> {
  for (const { name, at } of await listShippedNotes(repository)) {
    if (at < from) continue
    const lines = readLines(repository, name)
    for await (const line of note ? takeUntilDamaged(lines, note) : lines) {
      const shipped = noteOf(line)
      if (new Date(shipped.at) >= from) yield shipped
    }
  }
}

/** Files copied since a moment, which the next base need not copy again. Notes that cannot be read are skipped. */
export async function copiesSince(repository: Repository, from: Date): Promise<Map<string, StoredCopy>> {
  const copies = new Map<string, StoredCopy>()
  const notes = readShippedNotes(repository, from, () => undefined)
  for await (const { key, copy } of notes) if (copy) copies.set(key, copy)
  return copies
}
