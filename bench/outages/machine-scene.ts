import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect as connectSocket, type Socket } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { temporaryFolder } from '#bench/load/temporary-folder.ts'
import { readPostmaster } from '#server/platform/db/embedded/postmaster.ts'
import { newSecretKey } from '#testing/live/conversation-people.ts'
import { npmStart } from '#testing/scale/npm-start.ts'
import { type Outage, type Scene, signers } from './scene.ts'

const MEMORY_GROUPS = '/sys/fs/cgroup/memory'
const DISK_MEGABYTES = 600
const MEMORY_MEGABYTES = 512
const DESCRIPTORS = 256
/** More connections than the process has descriptors. */
const IDLE_CONNECTIONS = 400
/** Time until a disconnected person returns. */
const RETURN_MILLISECONDS = 5000

const run = (command: string, ...args: string[]) => execFileSync(command, args, { stdio: 'pipe' })

interface Machine {
  folder: string
  dataDir: string
  /** Socket of the embedded database, which changes with each start. */
  socketDir: () => string
}

/** Mounts a separate disk for all the site's data; only root can. */
function mountDisk({ folder }: Machine): () => void {
  run('mount', '-t', 'tmpfs', '-o', `size=${DISK_MEGABYTES}m,mode=755`, 'tmpfs', folder)
  return () => run('umount', '-l', folder)
}

function fullDisk({ folder }: Machine): Outage {
  const filler = join(folder, 'filler')
  const takeAway = async () => {
    // Fills the last block too, and space that is freed in the meantime.
    const fill = () => {
      try {
        run('dd', 'if=/dev/zero', `of=${filler}`, 'bs=4k', 'oflag=append', 'conv=notrunc')
      } catch {
        // The write ends when no space is left.
      }
    }
    fill()
    const timer = setInterval(fill, 1000)
    return async () => {
      clearInterval(timer)
      rmSync(filler)
    }
  }
  return {
    name: 'room on the disk',
    refusals: ['storage-full', 'saving-unavailable', 'unavailable'],
    takeAway,
  }
}

/** Makes the database refuse writes, like a provider's, and all other files read-only. */
function readOnlyDisk({ dataDir, socketDir }: Machine): Outage {
  const setReadOnly = async (onOff: 'on' | 'off') => {
    const client = new pg.Client({ host: socketDir(), user: 'postgres', database: 'postgres' })
    await client.connect()
    await client.query(`alter system set default_transaction_read_only = ${onOff}`)
    await client.query('select pg_reload_conf()')
    await client.end()
  }
  const takeAway = async () => {
    await setReadOnly('on')
    run('mount', '--bind', dataDir, dataDir)
    run('mount', '-o', 'remount,bind,ro', dataDir)
    return async () => {
      run('umount', '-l', dataDir)
      await setReadOnly('off')
    }
  }
  return { name: 'writing to the disk', refusals: ['saving-unavailable', 'photos-unavailable'], takeAway }
}

/** Opens more idle connections than the site has descriptors. */
function fewDescriptors(url: () => string): Outage {
  const takeAway = async () => {
    const idle: Socket[] = []
    const open = () => {
      const { port, hostname } = new URL(url())
      const socket = connectSocket(Number(port), hostname)
      idle.push(
        socket
          .on('error', () => undefined)
          .on('close', () => isBack || setTimeout(open, RETURN_MILLISECONDS)),
      )
    }
    let isBack = false
    for (let count = 0; count < IDLE_CONNECTIONS; count += 1) open()
    return async () => {
      isBack = true
      for (const socket of idle) socket.destroy()
    }
  }
  return { name: `descriptors: ${DESCRIPTORS}, ${IDLE_CONNECTIONS} idle visitors`, refusals: [], takeAway }
}

/** Limits the memory of `npm start` and all its descendants. */
function limitMemory(pid: number): () => void {
  const group = join(MEMORY_GROUPS, `sankofa-outages-${process.pid}`)
  if (!existsSync(join(MEMORY_GROUPS, 'cgroup.procs')))
    throw new Error(`Memory cannot be limited: ${MEMORY_GROUPS} is not mounted`)
  mkdirSync(group)
  writeFileSync(join(group, 'memory.limit_in_bytes'), `${MEMORY_MEGABYTES}M`)
  writeFileSync(join(group, 'cgroup.procs'), String(pid))
  return () => rmdirSync(group)
}

export type MachineKind = 'disk' | 'memory' | 'descriptors'

/** Runs `npm start` with everything included, on a machine that lacks a resource. */
export async function openMachineScene(kind: MachineKind): Promise<Scene> {
  const { path: folder, remove } = temporaryFolder('machine')
  const dataDir = join(folder, 'data')
  const socketDir = () => readPostmaster(join(dataDir, 'postgres'))?.socketDir ?? ''
  const machine = { folder, dataDir, socketDir }
  const undo: (() => void)[] = [remove]
  if (kind === 'disk') undo.push(mountDisk(machine))
  const { secretKey, secrets } = newSecretKey()
  const site = await npmStart(dataDir, { SECRET_KEY: secretKey, LOG_LEVEL: 'silent' })
  if (kind === 'memory') undo.push(limitMemory(site.pid))
  if (kind === 'descriptors') run('prlimit', '--pid', String(site.pid), `--nofile=${DESCRIPTORS}`)
  await site.becomesReady()
  const outages: Record<MachineKind, Outage[]> = {
    disk: [fullDisk(machine), readOnlyDisk(machine)],
    memory: [
      {
        name: `memory: ${MEMORY_MEGABYTES} MB in all`,
        refusals: [],
        takeAway: async () => async () => undefined,
      },
    ],
    descriptors: [fewDescriptors(() => site.url)],
  }
  return {
    url: site.url,
    ...signers(secrets),
    databaseUrl: () => `postgres://sankofa@${encodeURIComponent(socketDir())}/sankofa`,
    outages: outages[kind],
    async [Symbol.asyncDispose]() {
      site.signal('SIGTERM')
      await site.ended
      for (const step of undo.toReversed()) step()
    },
  }
}
