import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from './free-port.ts'
import { type Site, startSite } from './site.ts'
import { openSlowClients, PUBLIC_PATHS, SLOW_CLIENTS, type SlowClient } from './slow-clients.ts'

const KINDS = Object.keys(SLOW_CLIENTS) as SlowClient[]
const CLIENTS = 1000

let dataDir: string
let site: Site
let port: number
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sankofa-slow-'))
  chmodSync(dataDir, 0o755)
  port = await freePort()
  site = await startSite({ port, dataDir, demo: false })
})
afterAll(async () => {
  await site.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** The bench measures the waiting times and how long the slow clients stay. */
it.each(KINDS)('answers others during a thousand slow clients (%s) and disconnects those', async (kind) => {
  const clients = await openSlowClients(port, kind, CLIENTS)
  try {
    for (const path of PUBLIC_PATHS) {
      const reply = await fetch(site.url + path)
      await reply.arrayBuffer()
      expect([path, reply.status]).toEqual([path, 200])
    }
    expect(clients.connected()).toBeGreaterThan(0)
    await clients.allEnded
    expect(clients.connected()).toBe(0)
  } finally {
    clients.close()
  }
})
