import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '#testing/until.ts'

const MAIN = join(import.meta.dirname, '../../server/main.ts')
/** Inserting the demo photos takes most of the time. */
const START_TIMEOUT_MS = 300_000

export interface Site extends AsyncDisposable {
  url: string
  pid: number
  /** Time from spawning the process to its first page. */
  startMilliseconds: number
  stop(): Promise<void>
  /** Kills it like a power cut; resolves once it has ended. */
  kill(): Promise<void>
}

export interface SiteOptions {
  port: number
  dataDir: string
  /** Without it the site starts its own database. */
  databaseUrl?: string
  demo: boolean
  /** Further settings of the environment. */
  settings?: Record<string, string>
  /** File for all its output; otherwise its log is written in `dataDir` and its errors are shown. */
  log?: number
}

/**
 * The real server in its own process, as `npm start` runs it after the build; it logs as much, because that
 * affects its speed.
 */
export async function startSite({
  port,
  dataDir,
  databaseUrl,
  demo,
  settings: further,
  log,
}: SiteOptions): Promise<Site> {
  const url = `http://127.0.0.1:${port}`
  const settings = {
    NODE_ENV: 'production',
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl ?? '',
    DEMO: demo ? 'on' : 'off',
    PROCESSES: '1',
    UV_THREADPOOL_SIZE: '16',
    ...further,
  }
  const startedAt = performance.now()
  const output = log ?? openSync(join(dataDir, `site-${port}.log`), 'w')
  const child = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', output, log ?? 'inherit'],
    env: { PATH: process.env.PATH, ...settings },
  })
  if (log === undefined) closeSync(output)
  const endWithUs = () => child.kill('SIGTERM')
  process.once('exit', endWithUs)
  child.once('exit', () => process.off('exit', endWithUs))
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }
  const stop = () => end('SIGTERM')
  try {
    await firstPage(url, child)
    const startMilliseconds = performance.now() - startedAt
    const pid = child.pid as number
    return { url, pid, startMilliseconds, stop, kill: () => end('SIGKILL'), [Symbol.asyncDispose]: stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function firstPage(url: string, child: ChildProcess): Promise<void> {
  const shows = async () => {
    if (child.exitCode !== null)
      throw new Error(`The site exited during its start with code ${child.exitCode}`)
    const reply = await fetch(url).catch(() => undefined)
    await reply?.arrayBuffer()
    return reply?.ok
  }
  await until(shows, { what: () => 'the first page', timeoutMs: START_TIMEOUT_MS })
}
