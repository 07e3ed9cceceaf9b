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
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { TestProject } from 'vitest/node'
import { TEST_CERTIFICATE } from '#testing/certificate.ts'
import { gitHubSettings } from '#testing/fake-github.ts'
import { googleSettings } from '#testing/fake-google.ts'
import { freePort } from '#testing/free-port.ts'
import { type Site, startSite } from '#testing/site.ts'
import { newSecretKey } from '#testing/talkers.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Origin of the market that the journeys visit. */
    marketUrl: string
    /** Where that market looks for Google and GitHub: a journey that needs them starts them there. */
    providerPorts: { google: number; github: number }
    /** Where a push service may be. */
    pushPort: number
    /** By which it signs the links of its mails. */
    secretKey: string
  }
}

const cache = join(import.meta.dirname, '..', '.cache', 'e2e')
const logFile = join(cache, 'server.log')
const STOP_MILLISECONDS = 20_000

const portOf = (url = 'http://localhost:9'): number => Number(new URL(url).port)

/** The last of what the server said. */
const logTail = (): string => readFileSync(logFile, 'utf8').split('\n').slice(-40).join('\n')

async function stop(site: Site): Promise<void> {
  const stopped = site.stop().then(() => true)
  if (await Promise.race([stopped, delay(STOP_MILLISECONDS, false, { ref: false })])) return
  await site.kill()
  throw new Error(`The server did not stop when asked to:\n${logTail()}`)
}

/**
 * Starts the built market on an empty data folder, as a newcomer would, and hands its address to the tests.
 * MARKET_URL names one that already runs, which saves the start while writing a journey; GOOGLE_ISSUER and
 * GITHUB_URL then tell where that one looks for them, PUSH_HOSTS where its push service is, and SECRET_KEY its key; it
 * needs NODE_EXTRA_CA_CERTS with testing/certificate.ts.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env.MARKET_URL
  if (running) {
    project.provide('marketUrl', running)
    project.provide('providerPorts', {
      google: portOf(process.env.GOOGLE_ISSUER),
      github: portOf(process.env.GITHUB_URL),
    })
    project.provide('secretKey', process.env.SECRET_KEY ?? '')
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
  const { secretKey } = newSecretKey()
  const log = openSync(logFile, 'w')
  const site = await startSite({
    port,
    dataDir: join(dataFolder, 'data'),
    demo: true,
    log,
    settings: {
      // Wherever localhost leads to.
      HOST: '',
      PUBLIC_URL: url,
      SECRET_KEY: secretKey,
      // The journeys say where each of their people comes from.
      TRUSTED_PROXIES: '127.0.0.1,::1',
      ...googleSettings(providerPorts.google),
      ...gitHubSettings(providerPorts.github),
      NATIVE_CALLBACK: 'market.example://auth/callback',
      PUSH_HOSTS: `localhost:${pushPort}`,
      NODE_EXTRA_CA_CERTS: certificate,
    },
  }).catch((error: unknown) => {
    rmSync(dataFolder, { recursive: true, force: true })
    throw new Error(`The market did not start:\n${logTail()}`, { cause: error })
  })
  closeSync(log)

  const teardown = async () => {
    await stop(site)
    rmSync(dataFolder, { recursive: true, force: true })
    if (project.vitest.state.getCountOfFailedTests() > 0)
      console.log(`The server's last lines:\n${logTail()}`)
  }
  project.provide('marketUrl', url)
  project.provide('providerPorts', providerPorts)
  project.provide('pushPort', pushPort)
  project.provide('secretKey', secretKey)
  return teardown
}
