import { type ChildProcess, execFileSync, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { postgresAccount } from '#server/platform/db/embedded/postgres-account.ts'
import { postgresBinaries } from '#server/platform/db/embedded/postgres-binaries.ts'
import { prepareDatabase } from '#server/prepare-database.ts'
import { createTemporaryFolder } from './temporary-folder.ts'
import { until } from './until.ts'

/**
 * fsync is off because the data is deleted after the run. `synchronous_commit` stays on, so that a commit still waits
 * until it is in the log.
 */
const SETTINGS = { fsync: 'off', shared_buffers: '32MB' }

export interface Primary {
  url: string
  adminUrl: string
  close(): Promise<void>
}

/** Starts a new migrated server, which may have replicas. */
export async function startPrimary(): Promise<Primary> {
  const dataDir = createTemporaryFolder('sankofa-primary-')
  const postgres = await startEmbedded({ dataDir, settings: SETTINGS })
  await prepareDatabase(postgres.url)
  const close = async () => {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { url: postgres.url, adminUrl: postgres.adminUrl, close }
}

export interface StreamingReplica {
  /** Stays the same through every restart. */
  url: string
  socketDir: string
  start(): Promise<void>
  /** Kills it like a power cut. */
  kill(): Promise<void>
  /** Runs one statement as superuser. */
  query(statement: string): Promise<Record<string, unknown>[]>
  /** Makes it receive changes without showing them. */
  pause(): Promise<void>
  resume(): Promise<void>
  close(): Promise<void>
}

async function queryOn(config: pg.ClientConfig, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(config)
  // The statement itself reports if its server was killed.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** The statement that docs/operations/scaling-out.md gives to operators. */
export const CREATE_SLOT = "select pg_create_physical_replication_slot('replica', true)"

/** Copies the primary like pg_basebackup, using only the protocol. */
async function copyPrimary({ adminUrl }: Primary, cluster: string): Promise<void> {
  const backup = `${cluster}.backup`
  await queryOn({ connectionString: adminUrl }, CREATE_SLOT)
  const connection = { connectionString: adminUrl, replication: 'database' } as pg.ClientConfig
  await queryOn(
    connection,
    `BASE_BACKUP (TARGET 'server', TARGET_DETAIL '${backup}', CHECKPOINT 'fast', WAL true)`,
  )
  execFileSync('tar', ['-xf', join(backup, 'base.tar'), '-C', cluster])
  rmSync(backup, { recursive: true })
}

/** Folders of a replica, owned by the account of the primary's server. */
function makeFolders(primarySocket: string) {
  const folder = createTemporaryFolder('sankofa-replica-')
  const cluster = join(folder, 'postgres')
  const socketDir = join(folder, 'socket')
  for (const path of [cluster, socketDir]) mkdirSync(path, { mode: 0o700 })
  const { uid, gid } = statSync(primarySocket)
  for (const path of [folder, cluster, socketDir]) chownSync(path, uid, gid)
  return { folder, cluster, socketDir, logFile: join(folder, 'postgres.log') }
}
type Folders = ReturnType<typeof makeFolders>

/** Starts and stops the server. */
function createServer({ cluster, socketDir, logFile }: Folders, primarySocket: string) {
  const binaries = postgresBinaries()
  const account = postgresAccount(cluster, binaries, socketDir)
  const settings = {
    ...SETTINGS,
    listen_addresses: '',
    unix_socket_directories: socketDir,
    primary_conninfo: `host=${primarySocket} user=postgres`,
    primary_slot_name: 'replica',
    // Must be at least as high as on the primary.
    max_connections: '60',
    dynamic_shared_memory_type: 'mmap',
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  let server: ChildProcess | undefined
  return {
    /** Resolves once it answers. */
    async start(isReady: () => Promise<boolean>) {
      const log = openSync(logFile, 'w')
      const stdio: StdioOptions = ['ignore', log, log]
      server = account.run(binaries.postgres, ['-D', cluster, ...options], { stdio, env: { LC_ALL: 'C' } })
      closeSync(log)
      const exited = once(server, 'exit').then(() => {
        throw new Error(`The replica does not start: ${readFileSync(logFile, 'utf8')}`)
      })
      exited.catch(() => undefined)
      await until(() => Promise.race([isReady(), exited]))
    },
    async end(signal: NodeJS.Signals) {
      const ending = server
      server = undefined
      if (!ending) return
      const exited = once(ending, 'exit')
      ending.kill(signal)
      await exited
    },
  }
}

/** Starts a copy of the primary that replays its log. */
export async function startReplica(primary: Primary): Promise<StreamingReplica> {
  const primarySocket = decodeURIComponent(new URL(primary.adminUrl).host)
  const folders = makeFolders(primarySocket)
  const { folder, cluster, socketDir } = folders
  await copyPrimary(primary, cluster)
  writeFileSync(join(cluster, 'standby.signal'), '')
  const server = createServer(folders, primarySocket)
  const urlOf = (user: string, database: string) =>
    `postgres://${user}@${encodeURIComponent(socketDir)}/${database}`
  const query = (statement: string) => queryOn({ connectionString: urlOf('postgres', 'postgres') }, statement)
  const answers = () =>
    query('select 1').then(
      () => true,
      () => false,
    )
  await server.start(answers)
  return {
    url: urlOf('sankofa', 'sankofa'),
    socketDir,
    query,
    start: () => server.start(answers),
    kill: () => server.end('SIGKILL'),
    async pause() {
      await query('select pg_wal_replay_pause()')
      const state = async () => (await query('select pg_get_wal_replay_pause_state() as state'))[0]?.['state']
      await until(async () => (await state()) === 'paused')
    },
    resume: async () => void (await query('select pg_wal_replay_resume()')),
    async close() {
      await server.end('SIGQUIT')
      rmSync(folder, { recursive: true, force: true })
      await queryOn({ connectionString: primary.adminUrl }, `select pg_drop_replication_slot('replica')`)
    },
  }
}
