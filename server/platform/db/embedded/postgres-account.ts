import { type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { chmodSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { BootError } from '#server/platform/process/boot-error.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'

export interface Account {
  /** Undefined if PostgreSQL runs as the current user. */
  ids: { uid: number; gid: number } | undefined
  run(command: string, args: string[], options: SpawnOptions): ReturnType<typeof spawn>
}

const EVERYONE_EXECUTES = 0o555

/**
 * PostgreSQL refuses to run as root, so root starts it as the owner of the existing cluster, or as the user
 * `postgres`, which it creates if missing.
 */
export function postgresAccount(cluster: string, binaries: PostgresBinaries, socketDir: string): Account {
  if (process.getuid?.() !== 0) return { ids: undefined, run: spawn }
  const ids = ownerOf(cluster) ?? idsOf('postgres') ?? createUser('postgres')
  for (const binary of [binaries.initdb, binaries.postgres]) {
    const { mode } = statSync(binary)
    if ((mode & EVERYONE_EXECUTES) !== EVERYONE_EXECUTES) chmodSync(binary, mode | EVERYONE_EXECUTES)
  }
  const needed = [
    `${binaries.folder}/share/postgresql`,
    `${binaries.folder}/lib`,
    dirname(cluster),
    dirname(socketDir),
  ]
  if (needed.every((folder) => canEnter(folder, ids))) {
    return { ids, run: (command, args, options) => spawn(command, args, { ...options, ...ids }) }
  }
  const capability = passingCapability(dirname(cluster))
  const prefix = [
    `--reuid=${ids.uid}`,
    `--regid=${ids.gid}`,
    '--clear-groups',
    `--inh-caps=+${capability}`,
    `--ambient-caps=+${capability}`,
    // Without this bit, access(2) would ignore the capability; initdb uses it to find its sibling.
    '--securebits=+no_setuid_fixup',
    '--',
  ]
  return { ids, run: (command, args, options) => spawn('setpriv', [...prefix, command, ...args], options) }
}

function ownerOf(cluster: string) {
  const stats = statSync(cluster, { throwIfNoEntry: false })
  return stats && stats.uid !== 0 ? { uid: stats.uid, gid: stats.gid } : undefined
}

function idsOf(name: string) {
  const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }))
  if (uid?.status !== 0 || gid?.status !== 0) return undefined
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
}

function createUser(name: string) {
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false', name])
  const ids = idsOf(name)
  if (ids) return ids
  throw new BootError(
    `PostgreSQL does not run as root, and a user '${name}' could not be created. Start as an ordinary user, or set DATABASE_URL.`,
  )
}

/** True if this user can enter the folder and all its parents. */
function canEnter(folder: string, ids: { uid: number; gid: number }): boolean {
  for (let path = folder; ; path = dirname(path)) {
    const { mode, uid, gid } = statSync(path)
    const bit = uid === ids.uid ? 0o100 : gid === ids.gid ? 0o010 : 0o001
    if ((mode & bit) === 0) return false
    if (path === dirname(path)) return true
  }
}

/**
 * Other users cannot enter a clone in /root. Instead of opening it, we give PostgreSQL the single capability to pass
 * through and read; containers without this capability usually grant the wider dac_override.
 */
function passingCapability(dataDir: string): string {
  const CAPABILITY_BITS = { dac_read_search: 2n, dac_override: 1n }
  const held = BigInt(`0x${/^CapEff:\s*(\w+)/m.exec(readStatus())?.[1] ?? '0'}`)
  for (const [name, bit] of Object.entries(CAPABILITY_BITS)) {
    if (((held >> bit) & 1n) === 1n && spawnSync('setpriv', ['--version']).status === 0) return name
  }
  throw new BootError(
    `DATA_DIR: PostgreSQL does not run as root, and other users cannot enter ${dataDir} or this project's folder. Move both to a folder that every user can enter, start as an ordinary user, or set DATABASE_URL.`,
  )
}

function readStatus(): string {
  try {
    return readFileSync('/proc/self/status', 'utf8')
  } catch {
    return ''
  }
}
