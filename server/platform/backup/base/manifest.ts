import { createHash } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { damaged, noteIfDamaged } from '#server/platform/backup/repository/damaged.ts'
import type { Repository } from '#server/platform/backup/repository/repository.ts'
import type { Written } from '#server/platform/backup/repository/hashed.ts'
import type { LogPosition } from './base-stream.ts'

/** Description of a base: a copy of the whole database and everything else that the site needs. */
export interface Manifest {
  format: 1
  /** Name of its folder. */
  stamp: string
  startedAt: string
  endedAt: string
  version: string
  postgres: string
  migration: string
  /** Identifier of the database server; its log fits no other server. */
  system: string
  start: LogPosition
  end: LogPosition
  /** Row counts, and the restore point of their moment in the log. */
  counted: { point: string; at: string; isExact: boolean; tables: Record<string, number> }
  database: Written
  /** The deployment's key; null if it is a setting. */
  key: Written | null
  index: Written
  files: { count: number; bytes: number }
}

const BASES = 'bases'

export const folderOf = (stamp: string): string => `${BASES}/${stamp}`
export const DATABASE_FILE = 'postgres.tar.zst'
export const KEY_FILE = 'secret.key'
export const INDEX_FILE = 'files.tsv.zst'
const MANIFEST_FILE = 'manifest.json'
export const isManifest = (name: string): boolean => name.endsWith(`/${MANIFEST_FILE}`)

/** Name of a base, such as 20261122t081700000z; names sort by time. */
export const stampOf = (at: Date): string => at.toISOString().replaceAll(/[-:.]/g, '').toLowerCase()

export function timeOf(stamp: string): Date {
  const digits = /^(\d{4})(\d\d)(\d\d)t(\d\d)(\d\d)(\d\d)(\d{3})z$/.exec(stamp)
  const [, year, month, day, hour, minute, second, rest] = digits ?? []
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${rest}Z`)
}

const readText = (repository: Repository, name: string): Promise<string> =>
  text(Readable.from(repository.read(name)))

const checksumOf = (manifest: Manifest): string =>
  createHash('sha256').update(JSON.stringify(manifest)).digest('hex')

/** The manifest is written last: a base without one does not count. */
export async function writeManifest(repository: Repository, manifest: Manifest): Promise<void> {
  const name = `${folderOf(manifest.stamp)}/${MANIFEST_FILE}`
  const checked = { ...manifest, check: checksumOf(manifest) }
  await repository.put(name, Buffer.from(`${JSON.stringify(checked, null, 2)}\n`))
}

export const removeManifest = (repository: Repository, stamp: string): Promise<void> =>
  repository.remove(`${folderOf(stamp)}/${MANIFEST_FILE}`)

/** Removes the files of a base whose manifest is removed already. */
export async function removeFolder(repository: Repository, stamp: string): Promise<void> {
  for await (const name of repository.list(folderOf(stamp))) await repository.remove(name)
}

/** Every base that was begun, oldest first; it is whole if it has a manifest. */
export async function listBases(repository: Repository): Promise<{ stamp: string; isWhole: boolean }[]> {
  const bases = new Map<string, boolean>()
  for await (const name of repository.list(BASES)) {
    const [, stamp = '', file] = name.split('/')
    bases.set(stamp, bases.get(stamp) === true || file === MANIFEST_FILE)
  }
  return [...bases].map(([stamp, isWhole]) => ({ stamp, isWhole }))
}

export async function readManifest(repository: Repository, stamp: string): Promise<Manifest> {
  const name = `${folderOf(stamp)}/${MANIFEST_FILE}`
  const content = await readText(repository, name)
  let parsed: Manifest & { check: string }
  try {
    parsed = JSON.parse(content) as typeof parsed
  } catch {
    throw damaged(name)
  }
  const { check, ...manifest } = parsed
  if (check !== checksumOf(manifest)) throw damaged(name)
  return manifest
}

/**
 * Whole bases that ended before `by`, or all of them, newest first. Bases whose manifest cannot be read are skipped,
 * and `note` receives a line for each.
 */
export async function* findBases(
  repository: Repository,
  { by, note = () => undefined }: { by?: Date; note?: (line: string) => void } = {},
): AsyncGenerator<Manifest> {
  const whole = (await listBases(repository)).filter(({ isWhole }) => isWhole).toReversed()
  for (const { stamp } of whole) {
    if (by && timeOf(stamp) > by) continue
    const manifest = await noteIfDamaged(readManifest(repository, stamp), note)
    if (manifest && (!by || new Date(manifest.counted.at) <= by)) yield manifest
  }
}

/** The newest whole base, optionally of those that ended before `by`. */
export async function findBase(repository: Repository, by?: Date): Promise<Manifest | undefined> {
  for await (const base of findBases(repository, { by })) return base
  return undefined
}

/** The first whole base that began after a moment and whose manifest can be read. */
export async function findNext(repository: Repository, after: Date): Promise<Manifest | undefined> {
  for (const { stamp, isWhole } of await listBases(repository)) {
    if (!isWhole || timeOf(stamp) <= after) continue
    const manifest = await noteIfDamaged(readManifest(repository, stamp), () => undefined)
    if (manifest) return manifest
  }
  return undefined
}
