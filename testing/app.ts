import { randomBytes } from 'node:crypto'
import type { Hono } from 'hono'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import type { Database } from '#server/db/connect.ts'
import { openListener } from '#server/db/listener.ts'
import type { WebPages } from '#server/http/pages.ts'
import { createImageProcessor } from '#server/images/image-processor.ts'
import { createJobs, type Jobs } from '#server/jobs/jobs.ts'
import { createLog } from '#server/log.ts'
import { openMessaging } from '#server/messaging.ts'
import { secretsFrom } from '#server/secrets.ts'
import type { Storage } from '#server/storage/storage.ts'
import { type ApiClient, createApiClient } from '#web/api/client.ts'
import { createTestDatabase } from './database.ts'
import { insertPeople } from './people.ts'

export interface TestApp {
  app: Hono
  db: Database
  /** The web's own client, over the real routes. */
  api: ApiClient
  jobs: Jobs
  close(): Promise<void>
}

const EMPTY_STORAGE: Storage = {
  put: async () => undefined,
  read: async () => null,
  remove: async () => undefined,
}

interface TestAppOptions {
  pages?: WebPages
  storage?: Storage
  /** As in the environment. */
  settings?: Record<string, string>
}

/** The whole server but its port, on a database of its own in which Ama, Kofi and Esi are known. */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { db, url, close: closeDatabase } = await createTestDatabase()
  await insertPeople(db)
  const log = createLog('silent')
  const listener = openListener(url)
  const images = createImageProcessor()
  const jobs = createJobs({ url, log, timeZone: 'Africa/Accra' })
  const config = readConfig({ DATA_DIR: '.cache/none', ...options.settings })
  const app = await buildApp({
    config,
    db,
    listener,
    jobs,
    ...openMessaging(config, db),
    secrets: secretsFrom(randomBytes(32)),
    storage: options.storage ?? EMPTY_STORAGE,
    images,
    log,
    isReady: async () => true,
    pages: options.pages,
  })
  await jobs.start()
  const api = createApiClient({ fetch: async (path, init) => app.request(path, init) })
  const close = async () => {
    await jobs.stop()
    await images.close()
    await listener.close()
    await closeDatabase()
  }
  return { app, db, api, jobs, close }
}
