import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request as requestOf, type RequestOptions } from 'node:http'
import { FRESH_ID, JSON_BODY, type Load, type Post, type Speed } from './load.ts'
import { speedOf } from './percentile.ts'

/** Runs the load of `load.ts` in a separate process, so that it does not slow the measured one. */
async function run({ origin, paths, headers = {}, clients, seconds, once: isOnce }: Load): Promise<Speed> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const took: number[] = []
  const startedAt = performance.now()
  const until = startedAt + seconds * 1000
  const most = isOnce ? paths.length : Infinity
  let at = 0
  async function client() {
    while (performance.now() < until && at < most) {
      const sentAt = performance.now()
      await send({ agent, headers }, origin, paths[at++ % paths.length] ?? '/')
      took.push(performance.now() - sentAt)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  agent.destroy()
  return speedOf(took, (performance.now() - startedAt) / 1000)
}

async function send(options: RequestOptions, origin: string, what: string | Post): Promise<void> {
  const { path, headers, body } = typeof what === 'string' ? { path: what, headers: {} } : what
  const post = body === undefined ? {} : { method: 'POST', headers: { ...JSON_BODY, ...headers } }
  const request = requestOf(origin + path, { ...options, ...post })
  request.end(body?.replace(FRESH_ID, randomUUID()))
  const [reply] = (await once(request, 'response')) as [IncomingMessage]
  reply.resume()
  await once(reply, 'end')
  if (!reply.statusCode || reply.statusCode >= 300) throw new Error(`${path} answered ${reply.statusCode}`)
}

process.once('message', (load: Load) => {
  run(load).then(
    (speed) => process.send?.(speed),
    (error: unknown) => process.send?.({ failed: String(error) }),
  )
})
