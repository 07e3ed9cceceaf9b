import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { nullIfMissing } from '#server/platform/errors/null-if-missing.ts'
import { damaged } from '#server/platform/backup/repository/damaged.ts'
import type { Repository } from '#server/platform/backup/repository/repository.ts'
import { folderOf, KEY_FILE, type Manifest, stampOf, timeOf } from './manifest.ts'

/** Folder with one file for each key that the deployment had: `keys/{when}-{sha256}.key`. */
const FOLDER = 'keys'
const NAME = new RegExp(`^${FOLDER}/(\\w+)-([\\da-f]{64})\\.key$`)

/**
 * Copies the deployment's key unless it is in the backup already, so that data sealed with a new key can be read after
 * a restore from an earlier base. Returns the copy's name, which the caller passes as `known` the next time; undefined
 * if the key is a setting.
 */
export async function copyKey(
  repository: Repository,
  dataDir: string,
  known?: string,
): Promise<string | undefined> {
  const file = join(dataDir, KEY_FILE)
  const secret = await nullIfMissing(readFile(file))
  if (!secret) return undefined
  // The key was written before anything was sealed with it.
  const { mtime } = await stat(file)
  const name = `${FOLDER}/${stampOf(mtime)}-${createHash('sha256').update(secret).digest('hex')}.key`
  if (name !== known && !(await repository.has(name))) await repository.put(name, secret)
  return name
}

interface KeyCopy {
  name: string
  at: Date
  sha256: string
}

/** Copies of keys, oldest first. */
async function listCopies(repository: Repository): Promise<KeyCopy[]> {
  const copies: KeyCopy[] = []
  for await (const name of repository.list(FOLDER)) {
    const [, stamp = '', sha256 = ''] = NAME.exec(name) ?? []
    copies.push({ name, at: timeOf(stamp), sha256 })
  }
  return copies
}

/** The key that the site used at a moment; undefined if the key is a setting. */
export async function readKey(repository: Repository, base: Manifest, by: Date): Promise<Buffer | undefined> {
  const copy = (await listCopies(repository)).findLast(({ at }) => at <= by)
  const baseKey = base.key && { name: `${folderOf(base.stamp)}/${KEY_FILE}`, sha256: base.key.sha256 }
  const isNewer = copy && copy.at > new Date(base.startedAt)
  const { name, sha256 } = (isNewer ? copy : (baseKey ?? copy)) ?? {}
  if (name === undefined) return undefined
  const bytes = await buffer(Readable.from(repository.read(name)))
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw damaged(name)
  return bytes
}

/** Removes keys from before the oldest base, which has a copy of its own key. */
export async function removeOldKeys(repository: Repository, oldest: Manifest): Promise<void> {
  for (const { name, at } of await listCopies(repository))
    if (at < new Date(oldest.startedAt)) await repository.remove(name)
}
