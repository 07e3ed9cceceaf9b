import { randomBytes } from 'node:crypto'
import type { Passwords } from '#server/accounts/sessions/passwords.ts'
import { type App, createApp } from '#server/app.ts'
import { readConfig } from '#server/config/config.ts'
import type { Platform } from '#server/context.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { connectPipelined } from '#server/platform/db/pipelined.ts'
import { createQueryWatch, type QueryWatch } from '#server/platform/db/query-watch.ts'
import { openReadRoutes, type Replicas } from '#server/platform/db/replicas/read-routes.ts'
import { type Listener, openListener } from '#server/platform/db/listener.ts'
import type { Pace } from '#server/platform/http/limits/paced-body.ts'
import type { WebPages } from '#server/platform/http/pages/pages.ts'
import { rateLimiter } from '#server/platform/http/limits/rate-limit.ts'
import { createImageProcessor } from '#server/platform/images/image-processor.ts'
import { createJobs, type Jobs } from '#server/platform/jobs/jobs.ts'
import { type Bus, localBus } from '#server/platform/live/bus.ts'
import { createLive, type Live } from '#server/platform/live/live.ts'
import { createTelemetry, type Telemetry } from '#server/platform/metrics/telemetry.ts'
import type { PresenceTimes } from '#server/platform/live/presence.ts'
import { createLog, type Log } from '#server/platform/process/log.ts'
import { openMessaging } from '#server/platform/mail/open-messaging.ts'
import type { PushSender } from '#server/platform/push/push-sender.ts'
import { type Secrets, secretsFrom } from '#server/platform/process/secrets.ts'
import { openStandIns } from '#server/platform/http/stand-ins/stand-ins.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { type ApiClient, createApiClient } from '#web/platform/api/client.ts'
import { cheapPasswords } from '#testing/accounts/cheap-passwords.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { type Injected, injected } from './injected.ts'
import { insertPeople } from '#testing/accounts/people.ts'
import { until } from './until.ts'

export interface TestApp extends App {
  app: App['app'] & Injected
  db: Database
  database: TestDatabase
  /** The web's own client over the real routes. */
  api: ApiClient
  jobs: Jobs
  live: Live
  listener: Listener
  passwords: Passwords
  secrets: Secrets
  telemetry: Telemetry
  replicaStates: Replicas['states']
  close(): Promise<void>
}

/** Apps poll for retries rarely, since each poll is a query for every kind of job; NOTIFY announces new ones. */
const POLL_SECONDS = 10

const EMPTY_STORAGE: Storage = {
  put: async () => undefined,
  read: async () => null,
  remove: async () => undefined,
}

export interface TestAppOptions {
  pages?: WebPages
  storage?: Storage
  /** Settings of the environment. */
  settings?: Record<string, string>
  /** Database of another app, to simulate one more process of the same site. */
  database?: TestDatabase
  secrets?: Secrets
  push?: PushSender
  log?: Log
  /** Bus that connects it to the other processes. */
  bus?: (url: string, log: Log) => Bus
  presenceTimes?: PresenceTimes
  anonymousMs?: number
  /** Simulated state of the required services; healthy by default. */
  finds?: Partial<Pick<Platform, 'findProblems' | 'redisAnswers'>>
  watch?: QueryWatch
  uploadPace?: Pace
  /** Folder in which processes of the same site share stand-ins. */
  dataDir?: string
  /** Streaming replicas of its database. */
  replicaUrls?: readonly string[]
  /** Opens its connection for notifications. */
  listen?: (url: string) => Listener
}

/** The whole server without a port, on its own database with Ama, Kofi and Esi. */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = options.database ?? (await createTestDatabase())
  const { db, url } = database
  if (!options.database) await insertPeople(db)
  const { log = createLog('silent') } = options
  const telemetry = createTelemetry()
  const passwords = cheapPasswords()
  const reads = connectPipelined(url)
  const routes = openReadRoutes({ db, reads, urls: options.replicaUrls ?? [], options: {}, log })
  const listener = (options.listen ?? openListener)(url)
  const images = createImageProcessor({ lowPriority: false })
  const jobs = createJobs({ url, log, telemetry, timeZone: 'Africa/Accra', pollSeconds: POLL_SECONDS })
  const closing: (() => Promise<void>)[] = []
  const config = readConfig({ DATA_DIR: '.cache/none', ...options.settings })
  const secrets = options.secrets ?? secretsFrom(randomBytes(32))
  const { bus = () => localBus, presenceTimes: times, anonymousMs } = options
  const shared = { db, listener, log, telemetry }
  const live = createLive({ ...shared, site: config, bus: bus(url, log), times, anonymousMs })
  const { app: opened, isUpload } = await createApp({
    ...shared,
    config,
    ...routes,
    jobs,
    ...openMessaging(config, { db, telemetry }),
    ...(options.push && { push: options.push }),
    live,
    limiter: rateLimiter(db),
    passwords,
    secrets,
    standIns: openStandIns({ dataDir: options.dataDir }),
    storage: options.storage ?? EMPTY_STORAGE,
    images,
    watch: options.watch ?? createQueryWatch({ slowMs: config.slowQueryMs, log, telemetry }),
    findProblems: async () => [],
    redisAnswers: async () => true,
    ...options.finds,
    onClose: (step) => void closing.push(step),
    pages: options.pages,
    uploadPace: options.uploadPace,
    browserCheckBits: 1,
    checksReplies: true,
  })
  const app = injected(opened)
  await jobs.start()
  // The app clears its memory when it starts to listen, which must not happen during a test.
  await until(() => listener.isListening())
  const api = createApiClient({ fetch: async (path, init) => app.request(path, init) })
  const close = async () => {
    for (const step of closing.toReversed()) await step()
    await jobs.stop()
    await images.close()
    await listener.close()
    await routes.close()
    await reads.destroy()
    if (!options.database) await database.close()
  }
  const rest = { db, database, api, jobs, live, listener, passwords, secrets, telemetry }
  return { app, isUpload, ...rest, replicaStates: routes.replicas.states, close }
}
