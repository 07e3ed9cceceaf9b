import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { TestProject } from 'vitest/node'
import { TEST_CERTIFICATE } from '#testing/certificate.ts'
import { gitHubSettings } from '#testing/fake-github.ts'
import { googleSettings } from '#testing/fake-google.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Origin of the market that the journeys visit. */
    marketUrl: string
    /** Where that market looks for Google and GitHub: a journey that needs them starts them there. */
    providerPorts: { google: number; github: number }
    /** Where a push service may be. */
    pushPort: number
  }
}

const repository = join(import.meta.dirname, '..')
const cache = join(repository, '.cache', 'e2e')
const logFile = join(cache, 'server.log')
/** Filling the market with its demo photos takes the most of it. */
const START_MILLISECONDS = 300_000
const STOP_MILLISECONDS = 20_000

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('No free port found')
  return address.port
}

const portOf = (url = 'http://localhost:9'): number => Number(new URL(url).port)

async function isReady(url: string): Promise<boolean> {
  const response = await fetch(`${url}/readyz`).catch(() => undefined)
  return response?.ok ?? false
}

/** The last of what the server said, without the lines of its ordinary requests. */
function logTail(): string {
  const lines = readFileSync(logFile, 'utf8').split('\n')
  return lines
    .filter((line) => !line.startsWith('{"level":30'))
    .slice(-40)
    .join('\n')
}

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + START_MILLISECONDS
  while (!(await isReady(url))) {
    if (server.exitCode !== null) throw new Error(`The server stopped while starting:\n${logTail()}`)
    if (Date.now() > deadline) throw new Error(`The server is not ready in time:\n${logTail()}`)
    await delay(100)
  }
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  const inTime = await Promise.race([ended, delay(STOP_MILLISECONDS, undefined, { ref: false })])
  if (inTime) return
  server.kill('SIGKILL')
  throw new Error(`The server did not stop when asked to:\n${logTail()}`)
}

/**
 * Starts the built market on an empty data folder, as a newcomer would, and hands its address to the tests.
 * MARKET_URL names one that already runs, which saves the start while writing a journey; GOOGLE_ISSUER and
 * GITHUB_URL then tell where that one looks for them, and PUSH_HOSTS where its push service is; it needs
 * NODE_EXTRA_CA_CERTS with testing/certificate.ts.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env.MARKET_URL
  if (running) {
    project.provide('marketUrl', running)
    project.provide('providerPorts', {
      google: portOf(process.env.GOOGLE_ISSUER),
      github: portOf(process.env.GITHUB_URL),
    })
    project.provide('pushPort', portOf(`https://${process.env.PUSH_HOSTS ?? 'localhost:9'}`))
    return async () => undefined
  }
  mkdirSync(cache, { recursive: true })
  const dataFolder = mkdtempSync(join(tmpdir(), 'market-'))
  // PostgreSQL runs under an account of its own when this one is root.
  chmodSync(dataFolder, 0o755)
  const port = await freePort()
  const providerPorts = { google: await freePort(), github: await freePort() }
  const pushPort = await freePort()
  const certificate = join(dataFolder, 'push-service.pem')
  writeFileSync(certificate, TEST_CERTIFICATE)
  const url = `http://localhost:${port}`
  const log = openSync(logFile, 'w')
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: repository,
    stdio: ['ignore', log, log],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: join(dataFolder, 'data'),
      DATABASE_URL: '',
      DEMO: 'on',
      // The journeys say where each of their people comes from.
      TRUSTED_PROXIES: '127.0.0.1,::1',
      ...googleSettings(providerPorts.google),
      ...gitHubSettings(providerPorts.github),
      NATIVE_CALLBACK: 'market.example://auth/callback',
      PUSH_HOSTS: `localhost:${pushPort}`,
      NODE_EXTRA_CA_CERTS: certificate,
    },
  })
  closeSync(log)

  const teardown = async () => {
    await stop(server)
    rmSync(dataFolder, { recursive: true, force: true })
    if (project.vitest.state.getCountOfFailedTests() > 0)
      console.log(`The server's last lines:\n${logTail()}`)
  }
  await untilReady(url, server).catch(async (error: unknown) => {
    await teardown()
    throw error
  })
  project.provide('marketUrl', url)
  project.provide('providerPorts', providerPorts)
  project.provide('pushPort', pushPort)
  return teardown
}
