import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MILLISECONDS = 10
const FAST_STOP_MILLISECONDS = 15_000
/** Processes of a dead server end within this time unless they are busy with a statement. */
const ORPHANS_END_MILLISECONDS = 300

/** Content of postmaster.pid, written by a running server. */
export interface Postmaster {
  pid: number
  socketDir: string
  /** Key and id of the shared memory that all its processes use. */
  sharedMemory: string
  ready: boolean
}

export function readPostmaster(cluster: string): Postmaster | undefined {
  let lines: string[]
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const pid = Number(lines[0])
  const [socketDir = '', sharedMemory = '', ready] = [lines[4], lines[6], lines[7]]
  return {
    pid,
    socketDir,
    sharedMemory: sharedMemory.trim().replace(/\s+/, ' '),
    ready: ready?.trim() === 'ready',
  }
}

/**
 * A file beside the data that names the server's folder by inode and its process number. A copy of the data has
 * another inode.
 */
const recordOf = (cluster: string) => `${cluster}.owner`

const folderOf = (path: string): string => {
  const { dev, ino } = statSync(path, { bigint: true })
  return `${dev}:${ino}`
}

export function recordOwner(cluster: string, pid: number): void {
  writeFileSync(recordOf(cluster), `${folderOf(cluster)} ${pid}\n`)
}

/** True if the server was started on this folder; undefined if nothing was recorded. */
function isRecorded(cluster: string, pid: number): boolean | undefined {
  try {
    return readFileSync(recordOf(cluster), 'utf8').trim() === `${folderOf(cluster)} ${pid}`
  } catch {
    return undefined
  }
}

/**
 * Stops the server that a killed process left behind, so that its data is complete before the next start. Also deletes
 * a stale postmaster.pid: a killed server could not delete it, and its process number may now belong to another
 * program; or it was copied with the data and names the server of the original. Deletes the folder of the server's
 * socket, unless it is `ownSocketDir`.
 */
export async function stopOrphan(cluster: string, ownSocketDir?: string): Promise<boolean> {
  const found = readPostmaster(cluster)
  if (!found) return false
  const runs = isPostgresOf(found.pid, cluster)
  if (runs) await stopProcess(found.pid, () => isPostgresOf(found.pid, cluster))
  if (runs || isRecorded(cluster, found.pid)) {
    if (found.socketDir !== ownSocketDir) removeSocketDir(found.socketDir)
    const orphansEndAt = Date.now() + ORPHANS_END_MILLISECONDS
    const patientUntil = Date.now() + FAST_STOP_MILLISECONDS
    // Processes of a killed server may write until they end, and a long statement does not notice that its server
    // died.
    while (isHeld(found.sharedMemory)) {
      if (Date.now() > patientUntil) return runs
      if (Date.now() > orphansEndAt) for (const pid of processesOf(cluster)) signal(pid, 'SIGKILL')
      await sleep(POLL_MILLISECONDS)
    }
  }
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
  return runs
}

function isHeld(sharedMemory: string): boolean {
  let table: string
  try {
    table = readFileSync('/proc/sysvipc/shm', 'utf8')
  } catch {
    return false
  }
  const rows = table.split('\n').map((line) => line.trim().split(/\s+/))
  return rows.some(([key, id, , , , , attached]) => `${key} ${id}` === sharedMemory && attached !== '0')
}

/** Processes of the server on this folder; none if there is no /proc. */
function processesOf(cluster: string): number[] {
  const pids = readdirSync('/proc').map(Number)
  return pids.filter((pid) => pid > 0 && isPostgresOf(pid, cluster))
}

/** Requests a fast shutdown, and an immediate one if that takes too long; PostgreSQL then recovers from its log. */
export async function stopProcess(pid: number, isRunning: () => boolean): Promise<void> {
  signal(pid, 'SIGINT')
  const hurryAt = Date.now() + FAST_STOP_MILLISECONDS
  for (let hurried = false; isRunning(); await sleep(POLL_MILLISECONDS)) {
    if (hurried || Date.now() < hurryAt) continue
    hurried = true
    signal(pid, 'SIGQUIT')
  }
}

export const SOCKET_DIR_PREFIX = 'sankofa-'

/** Removes only folders that this code created. */
export function removeSocketDir(socketDir: string): void {
  if (basename(socketDir).startsWith(SOCKET_DIR_PREFIX)) rmSync(socketDir, { recursive: true, force: true })
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/**
 * True if this process is a server on this folder. A process number may now belong to another program, and a copy of
 * the data names the server of the original: neither must be stopped. PostgreSQL's working folder is the best sign;
 * if it cannot be read (another user's process, or no /proc), its arguments and the record decide.
 */
function isPostgresOf(pid: number, cluster: string): boolean {
  const command = commandOf(pid)
  if (!command.includes('postgres')) return false
  try {
    return folderOf(`/proc/${pid}/cwd`) === folderOf(cluster)
  } catch {
    return command.includes(`-D ${cluster} -c `) && isRecorded(cluster, pid) !== false
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    try {
      return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' })
    } catch {
      return ''
    }
  }
}
