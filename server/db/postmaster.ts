import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MILLISECONDS = 10
const FAST_STOP_MILLISECONDS = 15_000

/** What a running server writes about itself into postmaster.pid. */
export interface Postmaster {
  pid: number
  socketDir: string
  /** Key and number of the shared memory that all its processes hold. */
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
 * Stops the server that a killed process left behind, so that its data is whole before the next start. A file
 * that its killed server could not remove goes too: its number may belong to another program by now.
 */
export async function stopOrphan(cluster: string): Promise<boolean> {
  const found = readPostmaster(cluster)
  if (!found) return false
  const runs = isPostgresOf(found.pid, cluster)
  if (runs) await stopProcess(found.pid, () => isPostgresOf(found.pid, cluster))
  removeSocketDir(found.socketDir)
  const patientUntil = Date.now() + FAST_STOP_MILLISECONDS
  // Processes of a server that was killed itself end on their own, and may write until then.
  while (isHeld(found.sharedMemory)) {
    if (Date.now() > patientUntil) return runs
    await sleep(POLL_MILLISECONDS)
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

/** Fast shutdown, then, if that takes too long, an immediate one from which PostgreSQL recovers by its log. */
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

/** Only ever removes a folder that this code made. */
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

/** A process number may have passed on to a stranger, who must not be stopped. */
function isPostgresOf(pid: number, cluster: string): boolean {
  const command = commandOf(pid)
  return command.includes('postgres') && command.includes(cluster)
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    try {
      return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' })
    } catch {
      return ''
    }
  }
}
