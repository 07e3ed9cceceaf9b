import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { IsUpload } from '#server/platform/http/routes.ts'

/** Maximum time for a body that is not an upload, which has at most 64 KB. */
const BODY_MILLISECONDS = 10_000
/** Clients must read at least PACE_BYTES of a reply in each window: 1 KB a second, half the speed of GPRS. */
const PACE_MILLISECONDS = 15_000
const PACE_BYTES = 15_000
/** Margin beyond Node's own idle timeout, which empty lines restart. */
const IDLE_MARGIN_MILLISECONDS = 10_000
const CHECK_MILLISECONDS = 2_000

interface Guards {
  isUpload: IsUpload
  /** Maximum time for a body; only tests change it. */
  bodyMilliseconds?: number
  paceMilliseconds?: number
}

/** Progress of one connection. */
interface Progress {
  reply: ServerResponse
  /** Start of the idle time, or of the current window. */
  since: number
  state: 'idle' | 'working' | 'sending'
  sent: number
}

/**
 * Bytes that have left this machine's buffers. Without the handle's own figures, a large piece only counts once all
 * of it was sent.
 */
function sentBytes(socket: Socket): number {
  const { _handle: handle } = socket as { _handle?: { bytesWritten: number; writeQueueSize: number } | null }
  return handle ? handle.bytesWritten - handle.writeQueueSize : socket.bytesWritten - socket.writableLength
}

function stateOf(socket: Socket, { reply }: Progress): Progress['state'] {
  if (reply.writableFinished) return 'idle'
  return socket.writableLength === 0 ? 'working' : 'sending'
}

/** True if the connection has been idle too long or its client reads too slowly; otherwise notes its progress. */
function isOverdue(socket: Socket, progress: Progress, limits: { idle: number; pace: number }): boolean {
  const now = performance.now()
  const state = stateOf(socket, progress)
  const hasTime = now - progress.since < (state === 'idle' ? limits.idle : limits.pace)
  if (state === progress.state && (hasTime || state === 'working')) return false
  const sent = sentBytes(socket)
  if (state === progress.state && (state === 'idle' || sent - progress.sent < PACE_BYTES)) return true
  Object.assign(progress, { since: now, state, sent })
  return false
}

/** Cuts off clients that do not read their replies, and clients that stay idle. */
function watchProgress(server: Server, pace: number) {
  const connections = new Map<Socket, Progress>()
  const limits = { pace, idle: server.keepAliveTimeout + IDLE_MARGIN_MILLISECONDS }
  const check = setInterval(
    () => {
      for (const [socket, progress] of connections) if (isOverdue(socket, progress, limits)) socket.destroy()
    },
    Math.min(CHECK_MILLISECONDS, pace / 2),
  ).unref()
  server.once('close', () => clearInterval(check))
  return {
    note({ socket }: IncomingMessage, reply: ServerResponse) {
      const known = connections.get(socket)
      if (known) Object.assign(known, { reply, state: 'working' })
      else {
        connections.set(socket, { reply, since: 0, state: 'working', sent: 0 })
        socket.once('close', () => connections.delete(socket))
      }
    },
    forget: (socket: Socket) => void connections.delete(socket),
  }
}

const TIMED_OUT = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

function limitBody(request: IncomingMessage, response: ServerResponse, milliseconds: number): void {
  const timer = setTimeout(() => {
    if (request.complete) return
    if (!response.headersSent) request.socket.write(TIMED_OUT)
    request.socket.destroySoon()
  }, milliseconds)
  request.once('close', () => clearTimeout(timer))
}

/** A name or an address, with an optional port. */
const HOST = /^(?:[\w.~-]+|\[[a-f\d:.]+\])(?::\d{1,5})?$/i
const HEALTH = /^\/(healthz|readyz)(\?|$)/

/**
 * False for HTTP/0.9, whose replies have no status, and for two Host headers, because another program on the way might
 * use the other one.
 */
function hasUsableHost({ rawHeaders, httpVersion, url = '' }: IncomingMessage): boolean {
  if (httpVersion === '0.9') return false
  const hosts = rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'host',
  )
  const [host, another] = hosts
  if (host === undefined) return httpVersion !== '1.1' || HEALTH.test(url)
  return another === undefined && (host === '' || HOST.test(host))
}

/**
 * Stops slow clients from occupying shared resources: bodies other than uploads must arrive in time, and replies must
 * be read. Call it after all other listeners were added to the server, because it runs before them.
 */
export function guardRequests(
  server: Server,
  { isUpload, bodyMilliseconds = BODY_MILLISECONDS, paceMilliseconds = PACE_MILLISECONDS }: Guards,
): void {
  const progress = watchProgress(server, paceMilliseconds)
  const listeners = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { headers, method, url = '' } = request
    progress.note(request, response)
    if (!hasUsableHost(request)) {
      response.writeHead(400, { Connection: 'close' }).end()
      return
    }
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
    if (hasBody && !isUpload(method, url.split('?', 1)[0] ?? ''))
      limitBody(request, response, bodyMilliseconds)
    for (const listener of listeners) listener.call(server, request, response)
  })
  // Web sockets have limits of their own. Without another listener for upgrades there are no web sockets.
  if (server.listenerCount('upgrade') > 0)
    server.on('upgrade', ({ socket }: IncomingMessage) => progress.forget(socket))
}
