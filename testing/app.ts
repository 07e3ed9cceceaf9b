import { randomBytes } from 'node:crypto'
import type { Hono } from 'hono'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import type { Database } from '#server/db/connect.ts'
import { openListener } from '#server/db/listener.ts'
import type { WebPages } from '#server/http/pages.ts'
import { rateLimiter } from '#server/http/rate-limit.ts'
import { createImageProcessor } from '#server/images/image-processor.ts'
import { createJobs, type Jobs } from '#server/jobs/jobs.ts'
import { type Bus, localBus } from '#server/live/bus.ts'
import { createLive, type Live } from '#server/live/live.ts'
import type { PresenceTimes } from '#server/live/presence.ts'
import { createLog, type Log } from '#server/log.ts'
import { openMessaging } from '#server/messaging.ts'
import type { PushSender } from '#server/push/push-sender.ts'
import { type Secrets, secretsFrom } from '#server/secrets.ts'
import type { Storage } from '#server/storage/storage.ts'
import { type ApiClient, createApiClient } from '#web/api/client.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { insertPeople } from './people.ts'

export interface TestApp {
  app: Hono
  db: Database
  database: TestDatabase
  /** The web's own client, over the real routes. */
  api: ApiClient
  jobs: Jobs
  live: Live
  secrets: Secrets
  close(): Promise<void>
}

const EMPTY_STORAGE: Storage = {
  put: async () => undefined,
  read: async () => null,
  remove: async () => undefined,
}

export interface TestAppOptions {
  pages?: WebPages
  storage?: Storage
  /** As in the environment. */
  settings?: Record<string, string>
  /** Of another app, as if this were one more process of the same site. */
  database?: TestDatabase
  secrets?: Secrets
  push?: PushSender
  /** By which it meets the other processes. */
  bus?: (url: string, log: Log) => Bus
  presenceTimes?: PresenceTimes
}

/** The whole server but its port, on a database of its own in which Ama, Kofi and Esi are known. */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = options.database ?? (await createTestDatabase())
  const { db, url } = database
  if (!options.database) await insertPeople(db)
  const log = createLog('silent')
  const listener = openListener(url)
  const images = createImageProcessor()
  const jobs = createJobs({ url, log, timeZone: 'Africa/Accra' })
  const closing: (() => Promise<void>)[] = []
  const config = readConfig({ DATA_DIR: '.cache/none', ...options.settings })
  const secrets = options.secrets ?? secretsFrom(randomBytes(32))
  const { bus = () => localBus, presenceTimes } = options
  const live = createLive({ site: config, db, listener, bus: bus(url, log), log, times: presenceTimes })
  const app = await buildApp({
    config,
    db,
    listener,
    jobs,
    ...openMessaging(config, db),
    ...(options.push && { push: options.push }),
    live,
    limiter: rateLimiter(db),
    secrets,
    storage: options.storage ?? EMPTY_STORAGE,
    images,
    log,
    isReady: async () => true,
    onClose: (step) => void closing.push(step),
    pages: options.pages,
  })
  await jobs.start()
  const api = createApiClient({ fetch: async (path, init) => app.request(path, init) })
  const close = async () => {
    for (const step of closing.toReversed()) await step()
    await jobs.stop()
    await images.close()
    await listener.close()
    if (!options.database) await database.close()
  }
  return { app, db, database, api, jobs, live, secrets, close }
}
