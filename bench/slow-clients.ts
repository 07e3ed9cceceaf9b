import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { Agent, get, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startSite } from '#testing/scale/site.ts'
import { besiege, PUBLIC_PATHS, SLOW_CLIENTS, type SlowClient } from '#testing/scale/slow-clients.ts'
import type { Row } from './report.ts'

const CLIENTS = 1000
const REQUESTS_A_SECOND = 50

/** Browses until the end. Returns the 99th percentile of the response times, in milliseconds. */
async function browse(url: string, end: AbortSignal): Promise<number> {
  const agent = new Agent({ keepAlive: true })
  const times: number[] = []
  const requests: Promise<void>[] = []

  async function sendRequest(path: string) {
    const startedAt = performance.now()
    const [reply] = (await once(get(url + path, { agent }), 'response')) as [IncomingMessage]
    reply.resume()
    await once(reply, 'end')
    times.push(performance.now() - startedAt)
  }

  const startedAt = performance.now()
  while (!end.aborted) {
    requests.push(sendRequest(PUBLIC_PATHS[requests.length % PUBLIC_PATHS.length] ?? '/'))
    const next = startedAt + (requests.length * 1000) / REQUESTS_A_SECOND
    await sleep(Math.max(0, next - performance.now()))
  }
  await Promise.all(requests)
  agent.destroy()
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.floor((sorted.length - 1) * 0.99)] ?? Infinity
}

async function rowsOf(url: string, kind: SlowClient): Promise<Row[]> {
  const siege = await besiege(Number(new URL(url).port), kind, CLIENTS)
  const startedAt = performance.now()
  const end = new AbortController()
  const visiting = browse(url, end.signal)
  await siege.over
  const seconds = (performance.now() - startedAt) / 1000
  end.abort()
  const beside = `beside ${CLIENTS} slow clients (${kind})`
  return [
    { name: `page ${beside}`, figure: await visiting, unit: 'ms p99', goal: 500, atMost: true },
    {
      name: `the last of ${CLIENTS} slow clients (${kind})`,
      figure: seconds,
      unit: 's',
      goal: 30,
      atMost: true,
    },
  ]
}

/** Measures how long visitors wait while slow clients hold connections, and how long the site lets them. */
export async function slowClientRows(port: number): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sankofa-slow-'))
  chmodSync(dataDir, 0o755)
  const site = await startSite({ port, dataDir, demo: false })
  try {
    await browse(site.url, AbortSignal.timeout(4_000))
    const rows: Row[] = []
    for (const kind of Object.keys(SLOW_CLIENTS) as SlowClient[]) rows.push(...(await rowsOf(site.url, kind)))
    return rows
  } finally {
    await site.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
