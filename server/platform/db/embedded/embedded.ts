import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { BootError } from '#server/platform/process/boot-error.ts'
import { boundLog } from './bounded-log.ts'
import { lockDataDir } from './data-dir-lock.ts'
import { refuseInterrupted } from './interrupted-restore.ts'
import { archiveSettings, memorySettings, SETTINGS } from './embedded-settings.ts'
import { type Account, postgresAccount } from './postgres-account.ts'
import { type PostgresBinaries, postgresBinaries } from './postgres-binaries.ts'
import {
  readPostmaster,
  recordOwner,
  removeSocketDir,
  SOCKET_DIR_PREFIX,
  stopOrphan,
  stopProcess,
} from './postmaster.ts'

export interface EmbeddedPostgres {
  /** Address of the market's database for its owner, a role without superuser rights. */
  url: string
  /** Address of the maintenance database for the superuser. */
  adminUrl: string
  /** Settles when the current server stops for any reason. */
  readonly exited: Promise<void>
  /** Restarts a server that stopped by itself, at the same addresses. Throws a BootError if it does not start. */
  startAgain(): Promise<void>
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  dataDir: string
  report?: (text: string) => void
  /** A folder, created on start, in which the server puts a copy of each whole file of its log. */
  archive?: string
  /** Server settings that replace ours, such as fsync in tests. */
  settings?: Record<string, string>
}

const MAJOR_VERSION = '18'
const LOG_WATCH_MILLISECONDS = 60_000
/** Linux allows 107 bytes for a socket's path, macOS 103. */
const LONGEST_SOCKET_DIR = 80

/**
 * Starts the PostgreSQL that npm installed, in `dataDir`/postgres. It listens on a socket that only this user can
 * reach, survives a Ctrl+C meant for Node, and only `stop` stops it. Throws a BootError if the folder or the machine
 * does not allow it.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir, archive, report = () => {} } = options
  const undo: (() => void)[] = []
  try {
    const binaries = postgresBinaries()
    mkdirSync(dataDir, { recursive: true })
    undo.push(lockDataDir(dataDir))
    refuseInterrupted(dataDir)
    const cluster = join(dataDir, 'postgres')
    if (await stopOrphan(cluster)) report('Stopped the database that an earlier run left behind')
    const socketDir = makeSocketDir()
    undo.push(() => removeSocketDir(socketDir))
    const account = postgresAccount(cluster, binaries, socketDir)
    if (archive) mkdirSync(archive, { recursive: true, mode: 0o700 })
    for (const folder of archive ? [socketDir, archive] : [socketDir])
      if (account.ids) chownSync(folder, account.ids.uid, account.ids.gid)
    if (!existsSync(cluster)) {
      report('Creating the database')
      await initialise({ dataDir, cluster, account, binaries })
    }
    checkVersion(cluster)
    const settings = { ...(archive && archiveSettings(archive)), ...options.settings }
    const program = { cluster, dataDir, socketDir, account, binaries, report, settings }
    let server = await launch(program)
    undo.unshift(() => server.killNow())
    const urls = {
      adminUrl: urlOf(socketDir, 'postgres', 'postgres'),
      url: urlOf(socketDir, 'sankofa', 'sankofa'),
    }
    await ensureDatabase(urls.adminUrl)
    return {
      ...urls,
      get exited() {
        return server.exited
      },
      async startAgain() {
        await stopOrphan(cluster, socketDir)
        server = await launch(program)
      },
      async stop() {
        await server.stop()
        for (const step of undo) step()
      },
    }
  } catch (error) {
    for (const step of undo) step()
    throw explained(error, dataDir)
  }
}

const urlOf = (socketDir: string, user: string, database: string) =>
  `postgres://${user}@${encodeURIComponent(socketDir)}/${database}`

function makeSocketDir(): string {
  const base = Buffer.byteLength(tmpdir()) > LONGEST_SOCKET_DIR ? '/tmp' : tmpdir()
  try {
    return mkdtempSync(join(base, SOCKET_DIR_PREFIX))
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    throw new BootError(
      `TMPDIR: the database's socket cannot be made in ${base}, which ${FILE_PROBLEMS[code] ?? code}. Set TMPDIR to a writable folder.`,
    )
  }
}

interface ClusterOptions {
  dataDir: string
  cluster: string
  account: Account
  binaries: PostgresBinaries
}

/**
 * Creates the cluster in a temporary folder and renames it when it is complete, so that an interrupted run leaves
 * nothing that looks like a database.
 */
async function initialise({ dataDir, cluster, account, binaries }: ClusterOptions): Promise<void> {
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith('postgres.new-')) rmSync(join(dataDir, name), { recursive: true, force: true })
  }
  const folder = mkdtempSync(join(dataDir, 'postgres.new-'))
  if (account.ids) chownSync(folder, account.ids.uid, account.ids.gid)
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--encoding=UTF8']
  // No password is needed, because nobody else can enter the socket's folder.
  const args = [`--pgdata=${folder}`, ...locale, '--username=postgres', '--auth=trust', '--no-instructions']
  const child = account.run(binaries.initdb, args, { stdio: ['ignore', 'ignore', 'pipe'], env: ENVIRONMENT })
  let errors = ''
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code === 0) return renameSync(folder, cluster)
  rmSync(folder, { recursive: true, force: true })
  throw new BootError(`DATA_DIR: the database could not be created in ${dataDir}. ${reasonIn(errors)}`)
}

function checkVersion(cluster: string): void {
  const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  if (version === MAJOR_VERSION) return
  throw new BootError(
    `DATA_DIR: ${cluster} was written by PostgreSQL ${version}, this is ${MAJOR_VERSION}. Move its content with pg_dump, or set DATA_DIR to another folder.`,
  )
}

type Launch = ClusterOptions & {
  socketDir: string
  report: (text: string) => void
  settings: Record<string, string>
}

async function launch({ cluster, dataDir, socketDir, account, binaries, report, settings }: Launch) {
  const logFile = join(dataDir, 'postgres.log')
  boundLog(logFile)
  const logSize = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
  const log = openSync(logFile, 'a')
  const all = { ...SETTINGS, ...memorySettings(), unix_socket_directories: socketDir, ...settings }
  const args = ['-D', cluster, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  // The server is detached, because a terminal's Ctrl+C reaches the whole process group while requests still need the
  // database.
  const child = account.run(binaries.postgres, args, {
    stdio: ['ignore', log, log],
    env: ENVIRONMENT,
    detached: true,
  })
  closeSync(log)
  if (child.pid) recordOwner(cluster, child.pid)
  let running = true
  const exited = new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', () => resolve())
  }).finally(() => {
    running = false
    process.off('exit', killNow)
    clearInterval(watching)
  })
  exited.catch(() => {})
  const killNow = () => void (running && child.kill('SIGINT'))
  // A process that dies of an error does not drain, so this stops the server as a last resort.
  process.once('exit', killNow)
  const watching = setInterval(() => boundLog(logFile), LOG_WATCH_MILLISECONDS).unref()
  const startedAt = Date.now()
  let hasReported = false
  for (let own = false; !own;) {
    await Promise.race([sleep(POLL_MILLISECONDS), exited])
    if (!running) {
      const reason = reasonInLog(logFile, logSize)
      throw new BootError(`DATA_DIR: the database in ${cluster} does not start. ${reason}`, {
        isTemporary: reason.startsWith(DISK_IS_FULL),
      })
    }
    const postmaster = readPostmaster(cluster)
    own = postmaster?.pid === child.pid && postmaster?.ready === true
    if (!hasReported && Date.now() - startedAt > SLOW_START_MILLISECONDS) {
      hasReported = true
      report('The database is recovering from an unclean stop')
    }
  }
  child.unref()
  const stop = async () => {
    if (running) await stopProcess(child.pid as number, () => running)
  }
  return { exited, stop, killNow }
}

const POLL_MILLISECONDS = 5
const SLOW_START_MILLISECONDS = 2000

/** Our environment is not passed on: PG… variables would change the server, and it must not see secrets. */
const ENVIRONMENT = { LC_ALL: 'C' }

async function ensureDatabase(adminUrl: string): Promise<void> {
  const client = new pg.Client(adminUrl)
  await client.connect()
  try {
    const { rowCount } = await client.query(`select from pg_database where datname = 'sankofa'`)
    if (rowCount) return
    const role = await client.query(`select from pg_roles where rolname = 'sankofa'`)
    if (!role.rowCount) await client.query('create role sankofa login')
    await client.query('create database sankofa owner sankofa')
  } finally {
    await client.end()
  }
}

const FILE_PROBLEMS: Record<string, string> = {
  EACCES: 'may not be written by this user',
  EPERM: 'may not be written by this user',
  EROFS: 'is on a read-only disk',
  ENOSPC: 'is on a full disk',
  EDQUOT: 'is on a full disk',
  ENOENT: 'cannot be created',
  ENOTDIR: 'is not a folder',
  EEXIST: 'is not a folder',
}

function explained(error: unknown, dataDir: string): unknown {
  const { code = '', message } = error as NodeJS.ErrnoException
  // SQLite opens the lock and does not report the system's error codes.
  const known =
    FILE_PROBLEMS[code] ?? (code === 'ERR_SQLITE_ERROR' ? `cannot be used (${message})` : undefined)
  if (!known) return error
  return new BootError(`DATA_DIR: ${dataDir} ${known}. Set DATA_DIR to a writable folder with free space.`, {
    isTemporary: code === 'ENOSPC' || code === 'EDQUOT',
  })
}

const DISK_IS_FULL = 'The disk is full.'

function reasonInLog(file: string, from: number): string {
  const log = readFileSync(file, 'utf8')
  return `${reasonIn(log.slice(from))} See ${file} for more.`
}

/** The line of a PostgreSQL log that names the problem. */
function reasonIn(log: string): string {
  if (/No space left on device|free disk space/.test(log)) return DISK_IS_FULL
  const lines = log.trim().split('\n')
  const cause = lines.find((line) => /FATAL|PANIC|error:|could not/.test(line)) ?? lines.at(-1) ?? ''
  return cause.replace(/^.*?(FATAL|PANIC|error):\s*/, '').replace(/\.?$/, '.')
}
