import type { ListingStorage, Storage } from '#server/platform/storage/storage.ts'
import { inBatches } from '#server/platform/backup/repository/in-batches.ts'
import { folderOf, INDEX_FILE } from '#server/platform/backup/base/manifest.ts'
import type { Repository } from '#server/platform/backup/repository/repository.ts'
import type { Written } from '#server/platform/backup/repository/hashed.ts'

/** A picture or another file that the site stores outside the database. A file never changes under the same key. */
export interface StoredCopy extends Written {
  key: string
}

const FILES_AT_ONCE = 16

/** Folder of the copies. */
export const FILES = 'files'
export const copyName = (key: string): string => `${FILES}/${key}`

export const lineOf = ({ key, bytes, sha256 }: StoredCopy): string => `${key}\t${bytes}\t${sha256}\n`

export async function* readLines(repository: Repository, name: string): AsyncGenerator<string> {
  let rest = ''
  const decoder = new TextDecoder()
  for await (const chunk of repository.read(name)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

export async function* readIndex(repository: Repository, base: string): AsyncGenerator<StoredCopy> {
  for await (const line of readLines(repository, `${folderOf(base)}/${INDEX_FILE}`)) {
    const [key = '', bytes, sha256 = ''] = line.split('\t')
    yield { key, bytes: Number(bytes), sha256 }
  }
}

/** Undefined if the file was deleted before it could be copied. */
export async function copyFile(
  storage: Storage,
  repository: Repository,
  key: string,
): Promise<StoredCopy | undefined> {
  const found = await storage.read(key)
  if (!found) return undefined
  const written = await repository.put(copyName(key), found.stream as AsyncIterable<Uint8Array>)
  return { key, ...written }
}

/** Joins two lists that are sorted by key, so that files with a copy are not copied again. */
async function* withKnown(
  keys: AsyncIterable<string>,
  known: AsyncIterable<StoredCopy>,
): AsyncGenerator<{ key: string; copy: StoredCopy | undefined }> {
  const copies = known[Symbol.asyncIterator]()
  let copy = await copies.next()
  let former = ''
  for await (const key of keys) {
    // In an unsorted list, files that are needed would count as unused.
    if (key < former) throw new Error(`The storage lists ${key} after ${former}`)
    former = key
    while (!copy.done && copy.value.key < key) copy = await copies.next()
    yield { key, copy: !copy.done && copy.value.key === key ? copy.value : undefined }
  }
}

export interface Copying {
  storage: ListingStorage
  repository: Repository
  /** Files of an earlier base, sorted by key. */
  earlier: AsyncIterable<StoredCopy>
  /** Files copied since that base. */
  since: ReadonlyMap<string, StoredCopy>
}

/** Copies files that are not in the backup yet, and yields all stored files, sorted by key. */
export async function* copyFiles({
  storage,
  repository,
  earlier,
  since,
}: Copying): AsyncGenerator<StoredCopy> {
  const found = withKnown(storage.list(''), earlier)
  const copies = inBatches(
    found,
    FILES_AT_ONCE,
    async ({ key, copy }) => copy ?? since.get(key) ?? (await copyFile(storage, repository, key)),
  )
  for await (const copy of copies) if (copy) yield copy
}
