import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { IsUpload } from '#server/platform/http/routes.ts'

/** For the body of anything but an upload, which has at most 64 KB. */
const BODY_MILLISECONDS = 10_000
/** In this time a client takes at least so much of the reply that waits for it: 1 KB a second, half of GPRS. */
const PACE_MILLISECONDS = 15_000
const PACE_BYTES = 15_000
/** Beyond what Node lets a connection idle, whose timer begins anew with each empty line that comes. */
const IDLE_MARGIN_MILLISECONDS = 10_000
const CHECK_MILLISECONDS = 2_000

interface Guards {
  isUpload: IsUpload
  /** Only tests have less patience. */
  bodyMilliseconds?: number
  paceMilliseconds?: number
}

/** Of one connection. */
interface Progress {
  reply: ServerResponse
  /** Since when it idles, or since when the client has been due to take more. */
  since: number
  state: 'idle' | 'working' | 'sending'
  sent: number
}

/** What has left this machine's buffers. Without the handle's own figures a large piece counts once all of it has. */
function sentBytes(socket: Socket): number {
  const { _handle: handle } = socket as { _handle?: { bytesWritten: number; writeQueueSize: number } | null }
  return handle ? handle.bytesWritten - handle.writeQueueSize : socket.bytesWritten - socket.writableLength
}

function stateOf(socket: Socket, { reply }: Progress): Progress['state'] {
  if (reply.writableFinished) return 'idle'
  return socket.writableLength === 0 ? 'working' : 'sending'
}

/** Whether the connection has idled for too long, or its client takes too little; otherwise notes how it stands. */
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

/** Cuts off those who send requests and do not read, and those who only stay. */
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

/** A name or an address, and a port. */
const HOST = /^(?:[\w.~-]+|\[[a-f\d:.]+\])(?::\d{1,5})?$/i
const HEALTH = /^\/(healthz|readyz)(\?|$)/

/** HTTP before 1.0 knows no refusal at all, and of two hosts another program on the way may believe the other. */
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
 * Nobody holds what others need by being slow: a body that is no upload arrives in time, and a reply is taken as it
 * comes. To be called once everything else listens to the server, since it comes before all of it.
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
  // A web socket is no longer a matter of requests; without other listeners there are none.
  if (server.listenerCount('upgrade') > 0)
    server.on('upgrade', ({ socket }: IncomingMessage) => progress.forget(socket))
}
