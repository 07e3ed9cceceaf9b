import { Agent, get, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

/** How somebody who wants to stop a site holds its connections. */
export const SLOW_CLIENTS = {
  body: 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60\r\n\r\n{',
  headers: 'GET / HTTP/1.1\r\nHost: x\r\nX-A: ',
  silence: '',
  /** Reads nothing of what it requests: much, but of a thousand together less than Linux gives to sockets (tcp_mem). */
  reader: 'GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(5),
  socket:
    'GET /live/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
    'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
} as const
export type SlowClient = keyof typeof SLOW_CLIENTS

/** What they send each second as long as they are connected. */
const TRICKLE: Partial<Record<SlowClient, string>> = { body: 'x', headers: 'x', reader: '\r\n' }
const TRICKLE_MILLISECONDS = 1000
/** At once; a listener's queue takes some hundred. */
const DIALLED_AT_ONCE = 100

export interface Siege {
  /** Resolves once the site has ended every connection, to how long the last one lived. */
  over: Promise<number>
  lift(): void
}

/** Opens so many connections, each of which does what slow clients of this kind do. */
export async function besiege(port: number, kind: SlowClient, count: number): Promise<Siege> {
  const sockets: Socket[] = []
  const lives: Promise<number>[] = []
  async function open() {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.on('error', () => undefined)
    // A reader's own buffer is filled, and no more; who only listens for `readable` would never see the end.
    const answered =
      kind === 'reader' && new Promise<void>((resolve) => void socket.once('readable', resolve))
    if (!answered) socket.resume()
    const startedAt = performance.now()
    const closed = new Promise<number>((resolve) => {
      socket.once('close', () => resolve(performance.now() - startedAt))
    })
    lives.push(closed)
    sockets.push(socket)
    await Promise.race([new Promise<void>((resolve) => void socket.once('connect', resolve)), closed])
    if (SLOW_CLIENTS[kind] !== '') socket.write(SLOW_CLIENTS[kind])
    if (answered) await Promise.race([answered, closed])
  }
  for (let dialled = 0; dialled < count; dialled += DIALLED_AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(DIALLED_AT_ONCE, count - dialled) }, open))
  }
  const more = TRICKLE[kind]
  const trickle = setInterval(() => {
    if (more !== undefined) for (const socket of sockets) if (socket.writable) socket.write(more)
  }, TRICKLE_MILLISECONDS)
  const over = Promise.all(lives).then((all) => Math.max(...all))
  void over.then(() => clearInterval(trickle))
  return {
    over,
    lift() {
      clearInterval(trickle)
      for (const socket of sockets) socket.destroy()
    },
  }
}

export interface Visit {
  /** Milliseconds. */
  p50: number
  p99: number
  /** How many replies had each status. */
  statuses: Record<number, number>
}

const PATHS = ['/', '/products', '/api/products', '/api/categories', '/api/featured']
const REQUESTS_A_SECOND = 50

/** Somebody who browses, at 50 requests a second, until the end. */
export async function browse(url: string, end: AbortSignal): Promise<Visit> {
  const agent = new Agent({ keepAlive: true })
  const times: number[] = []
  const statuses: Record<number, number> = {}
  const requests: Promise<void>[] = []

  async function sendRequest(path: string) {
    const startedAt = performance.now()
    const [reply] = (await once(get(url + path, { agent }), 'response')) as [IncomingMessage]
    reply.resume()
    await once(reply, 'end')
    times.push(performance.now() - startedAt)
    const { statusCode = 0 } = reply
    statuses[statusCode] = (statuses[statusCode] ?? 0) + 1
  }

  const startedAt = performance.now()
  while (!end.aborted) {
    requests.push(sendRequest(PATHS[requests.length % PATHS.length] ?? '/'))
    const next = startedAt + (requests.length * 1000) / REQUESTS_A_SECOND
    await sleep(Math.max(0, next - performance.now()))
  }
  await Promise.all(requests)
  agent.destroy()
  const sorted = times.toSorted((a, b) => a - b)
  const percentile = (part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? 0
  return { p50: percentile(0.5), p99: percentile(0.99), statuses }
}
