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
  return pid > 0 ? { pid, socketDir: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' } : undefined
}

/** Stops the server that a killed process left behind, so that its data is whole before the next start. */
export async function stopOrphan(cluster: string): Promise<boolean> {
  const found = readPostmaster(cluster)
  if (!found || !isPostgresOf(found.pid, cluster)) return false
  await stopProcess(found.pid, () => isPostgresOf(found.pid, cluster))
  removeSocketDir(found.socketDir)
  return true
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
