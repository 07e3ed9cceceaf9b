import type { Hono } from 'hono'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import type { Database } from '#server/db/connect.ts'
import type { WebPages } from '#server/http/pages.ts'
import { createLog } from '#server/log.ts'
import type { Storage } from '#server/storage/storage.ts'
import { type ApiClient, createApiClient } from '#web/api/client.ts'
import { createTestDatabase } from './database.ts'
import { insertPeople } from './people.ts'

export interface TestApp {
  app: Hono
  db: Database
  /** The web's own client, over the real routes. */
  api: ApiClient
  close(): Promise<void>
}

const EMPTY_STORAGE: Storage = {
  put: async () => undefined,
  read: async () => null,
  remove: async () => undefined,
}

/** The whole server but its port, on a database of its own in which Ama, Kofi and Esi are known. */
export async function createTestApp(options: { pages?: WebPages; storage?: Storage } = {}): Promise<TestApp> {
  const { db, close } = await createTestDatabase()
  await insertPeople(db)
  const app = await buildApp({
    config: readConfig({ DATA_DIR: '.cache/none' }),
    db,
    storage: options.storage ?? EMPTY_STORAGE,
    log: createLog('silent'),
    isReady: async () => true,
    pages: options.pages,
  })
  const api = createApiClient({ fetch: async (path, init) => app.request(path, init) })
  return { app, db, api, close }
}
