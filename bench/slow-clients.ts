import { Agent, get, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { startSite } from '#testing/scale/site.ts'
import { openSlowClients, PUBLIC_PATHS, SLOW_CLIENTS, type SlowClient } from '#testing/scale/slow-clients.ts'
import { percentile } from '#bench/load/percentile.ts'
import { temporaryFolder } from '#bench/load/temporary-folder.ts'
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
  return percentile(times, 0.99)
}

async function rowsOf(url: string, kind: SlowClient): Promise<Row[]> {
  const clients = await openSlowClients(Number(new URL(url).port), kind, CLIENTS)
  const startedAt = performance.now()
  const end = new AbortController()
  const visiting = browse(url, end.signal)
  await clients.allEnded
  const seconds = (performance.now() - startedAt) / 1000
  end.abort()
  const beside = `beside ${CLIENTS} slow clients (${kind})`
  return [
    { name: `page ${beside}`, figure: await visiting, unit: 'ms p99', atMost: 500 },
    { name: `the last of ${CLIENTS} slow clients (${kind})`, figure: seconds, unit: 's', atMost: 30 },
  ]
}

/** Measures how long people wait while slow clients hold connections, and how long the site allows it. */
export async function slowClientRows(port: number): Promise<Row[]> {
  using dataDir = temporaryFolder('slow')
  await using site = await startSite({ port, dataDir: dataDir.path, demo: false })
  await browse(site.url, AbortSignal.timeout(4_000))
  const rows: Row[] = []
  for (const kind of Object.keys(SLOW_CLIENTS) as SlowClient[]) rows.push(...(await rowsOf(site.url, kind)))
  return rows
}
