import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { DEMO_PRODUCTS } from '#demo/market.ts'
import { DEMO_MODERATION } from '#demo/moderation/moderation.ts'
import { fillMarket } from '#testing/market/fill-market.ts'
import { newSecretKey } from '#testing/live/conversation-people.ts'
import { freePort } from '#testing/scale/free-port.ts'
import { type Site, startSite } from '#testing/scale/site.ts'
import { createTemporaryFolder } from '#testing/temporary-folder.ts'
import { TEST_CERTIFICATE } from '#testing/services/certificate.ts'
import { gitHubSettings } from '#testing/services/fake-github.ts'
import { googleSettings } from '#testing/services/fake-google.ts'

const cache = join(import.meta.dirname, '..', '.cache', 'e2e')
/** Cache of encoded photos between runs, shared with the looks. */
const ENCODED = join(cache, '..', 'looks', 'encoded')
const logFile = join(cache, 'server.log')
const STOP_TIMEOUT_MS = 20_000

/** The last lines of the server's log. */
const logTail = (): string => readFileSync(logFile, 'utf8').split('\n').slice(-40).join('\n')

async function stop(site: Site): Promise<void> {
  const stopped = site.stop().then(() => true)
  if (await Promise.race([stopped, delay(STOP_TIMEOUT_MS, false, { ref: false })])) return
  await site.kill()
  throw new Error(`The server did not stop on SIGTERM:\n${logTail()}`)
}

async function start(dataFolder: string): Promise<Site> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const certificate = join(dataFolder, 'push-service.pem')
  writeFileSync(certificate, TEST_CERTIFICATE)
  const { secretKey, secrets } = newSecretKey()
  // The journeys read these too: see market.ts.
  const shared = {
    SECRET_KEY: secretKey,
    PUSH_HOSTS: `localhost:${await freePort()}`,
    ...googleSettings(await freePort()),
    ...gitHubSettings(await freePort()),
  }
  const dataDir = join(dataFolder, 'data')
  const products =
    process.env.SCREENS === undefined ? {} : { products: DEMO_PRODUCTS, moderation: DEMO_MODERATION }
  await fillMarket(dataDir, { ...products, secrets, encodedDir: ENCODED })
  const log = openSync(logFile, 'w')
  const site = await startSite({
    port,
    dataDir,
    demo: true,
    log,
    settings: {
      // Unset, so that the server listens on the address of `localhost`.
      HOST: '',
      PUBLIC_URL: url,
      // Each journey sends the network address of its people.
      TRUSTED_PROXIES: '127.0.0.1,::1',
      NATIVE_CALLBACK: 'market.example://auth/callback',
      NODE_EXTRA_CA_CERTS: certificate,
      ...shared,
    },
  }).catch((error: unknown) => {
    throw new Error(`The market did not start:\n${logTail()}`, { cause: error })
  })
  closeSync(log)
  Object.assign(process.env, shared, { MARKET_URL: url, MARKET_DATA_DIR: dataDir })
  return site
}

/**
 * Starts the built market with its demo data for all journeys of the run.
 * MARKET_URL names one that already runs, which saves the start while writing a journey; GOOGLE_ISSUER,
 * GITHUB_URL, PUSH_HOSTS and SECRET_KEY are then its settings, MARKET_DATA_DIR its data, and it needs
 * NODE_EXTRA_CA_CERTS with testing/services/certificate.ts.
 */
export default async function startMarket(): Promise<() => Promise<void>> {
  if (process.env.MARKET_URL) return async () => undefined
  mkdirSync(cache, { recursive: true })
  const dataFolder = createTemporaryFolder('market-')
  const removeData = () => rmSync(dataFolder, { recursive: true, force: true })
  const site = await start(dataFolder).catch((error: unknown) => {
    removeData()
    throw error
  })
  return async () => {
    await stop(site)
    removeData()
  }
}
