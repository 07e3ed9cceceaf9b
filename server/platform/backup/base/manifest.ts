import { createHash } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { damaged, unlessDamaged } from '#server/platform/backup/repository/damaged.ts'
import type { Repository } from '#server/platform/backup/repository/repository.ts'
import type { Written } from '#server/platform/backup/repository/hashed.ts'
import type { LogPosition } from './base-stream.ts'

/** Of one base: a copy of the whole database, and of what else the site needs. */
export interface Manifest {
  format: 1
  /** Names its folder. */
  stamp: string
  startedAt: string
  endedAt: string
  version: string
  postgres: string
  migration: string
  /** Of the database's server; the log of one fits no other. */
  system: string
  start: LogPosition
  end: LogPosition
  /** The moment at which the rows were counted, as the log knows it. */
  counted: { point: string; at: string; isExact: boolean; tables: Record<string, number> }
  database: Written
  /** The deployment's key, where it lies in DATA_DIR. */
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

/** Names of bases in the order of time: 20261122t081700000z. */
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

/** Last of a base: without it there is none. */
export async function writeManifest(repository: Repository, manifest: Manifest): Promise<void> {
  const name = `${folderOf(manifest.stamp)}/${MANIFEST_FILE}`
  const checked = { ...manifest, check: checksumOf(manifest) }
  await repository.put(name, Buffer.from(`${JSON.stringify(checked, null, 2)}\n`))
}

export const removeManifest = (repository: Repository, stamp: string): Promise<void> =>
  repository.remove(`${folderOf(stamp)}/${MANIFEST_FILE}`)

/** Of a base without a manifest. */
export async function removeFolder(repository: Repository, stamp: string): Promise<void> {
  for await (const name of repository.list(folderOf(stamp))) await repository.remove(name)
}

/** Every base that was begun, oldest first, and whether it is whole. */
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
  const said = await readText(repository, name)
  let parsed: Manifest & { check: string }
  try {
    parsed = JSON.parse(said) as typeof parsed
  } catch {
    throw damaged(name)
  }
  const { check, ...manifest } = parsed
  if (check !== checksumOf(manifest)) throw damaged(name)
  return manifest
}

/** Whole bases that had ended by a moment, or all, newest first; those whose manifest cannot be read are noted. */
export async function* findBases(
  repository: Repository,
  { by, note = () => undefined }: { by?: Date; note?: (line: string) => void } = {},
): AsyncGenerator<Manifest> {
  const whole = (await listBases(repository)).filter(({ isWhole }) => isWhole).toReversed()
  for (const { stamp } of whole) {
    if (by && timeOf(stamp) > by) continue
    const manifest = await unlessDamaged(readManifest(repository, stamp), note)
    if (manifest && (!by || new Date(manifest.counted.at) <= by)) yield manifest
  }
}

/** The newest whole base, or the newest that had ended by then. */
export async function findBase(repository: Repository, by?: Date): Promise<Manifest | undefined> {
  for await (const base of findBases(repository, { by })) return base
  return undefined
}

/** The first whole base that was begun after a moment and whose manifest can be read. */
export async function findNext(repository: Repository, after: Date): Promise<Manifest | undefined> {
  for (const { stamp, isWhole } of await listBases(repository)) {
    if (!isWhole || timeOf(stamp) <= after) continue
    const manifest = await unlessDamaged(readManifest(repository, stamp), () => undefined)
    if (manifest) return manifest
  }
  return undefined
}
