import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from './free-port.ts'
import { type Site, startSite } from './site.ts'
import { besiege, browse, SLOW_CLIENTS, type SlowClient } from './slow-clients.ts'

const KINDS = Object.keys(SLOW_CLIENTS) as SlowClient[]
const CLIENTS = 1000
const GONE_MILLISECONDS = 30_000
const IDLE_MILLISECONDS = 4_000
/** A busy machine's own pauses reach this; an attack that works costs seconds. */
const NOISE_MILLISECONDS = 500

let dataDir: string
let site: Site
let port: number
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sankofa-slow-'))
  chmodSync(dataDir, 0o755)
  port = await freePort()
  site = await startSite({ port, dataDir, demo: false })
  await browse(site.url, AbortSignal.timeout(IDLE_MILLISECONDS))
})
afterAll(async () => {
  await site.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

it.each(KINDS)(
  'a thousand slow clients (%s) keep nobody waiting, and are gone in half a minute',
  async (kind) => {
    const idle = await browse(site.url, AbortSignal.timeout(IDLE_MILLISECONDS))
    const siege = await besiege(port, kind, CLIENTS)
    try {
      const end = new AbortController()
      const visiting = browse(site.url, end.signal)
      const longest = await siege.over
      end.abort()
      const visit = await visiting
      console.log(kind, { alone: idle.p99, besieged: visit.p99, longest })
      expect(Object.keys(visit.statuses)).toEqual(['200'])
      expect(visit.p99).toBeLessThan(Math.max(3 * idle.p99, NOISE_MILLISECONDS))
      expect(longest).toBeLessThan(GONE_MILLISECONDS)
    } finally {
      siege.lift()
    }
  },
)
