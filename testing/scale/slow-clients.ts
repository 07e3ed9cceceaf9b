import { connect, type Socket } from 'node:net'

/** Ways in which an attacker holds a site's connections. */
export const SLOW_CLIENTS = {
  body: 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60\r\n\r\n{',
  headers: 'GET / HTTP/1.1\r\nHost: x\r\nX-A: ',
  silence: '',
  /**
   * Reads none of the replies to its requests; a thousand together stay below Linux's limit for sockets
   * (tcp_mem).
   */
  reader: 'GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(5),
  socket:
    'GET /live/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
    'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
} as const
export type SlowClient = keyof typeof SLOW_CLIENTS

/** Bytes sent each second while connected. */
const TRICKLE: Partial<Record<SlowClient, string>> = { body: 'x', headers: 'x', reader: '\r\n' }
const TRICKLE_MILLISECONDS = 1000
/** Parallel connects; a listener's queue holds some hundred. */
const DIALLED_AT_ONCE = 100

export interface OpenedClients {
  /** Number of connections that the site has not ended. */
  connected(): number
  /** Resolves once the site has ended every connection. */
  allEnded: Promise<unknown>
  close(): void
}

/** Opens this number of connections, which behave like slow clients of this kind. */
export async function openSlowClients(port: number, kind: SlowClient, count: number): Promise<OpenedClients> {
  const sockets: Socket[] = []
  const ends: Promise<void>[] = []
  async function open() {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.on('error', () => undefined)
    // Fills only the reader's own buffer; without reading, the end would never be seen.
    const answered =
      kind === 'reader' && new Promise<void>((resolve) => void socket.once('readable', resolve))
    if (!answered) socket.resume()
    const closed = new Promise<void>((resolve) => void socket.once('close', () => resolve()))
    ends.push(closed)
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
  const allEnded = Promise.all(ends)
  void allEnded.then(() => clearInterval(trickle))
  return {
    connected: () => sockets.filter(({ closed }) => !closed).length,
    allEnded,
    close() {
      clearInterval(trickle)
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Pages that other people read while slow clients are connected. */
export const PUBLIC_PATHS = ['/', '/products', '/api/products', '/api/categories', '/api/featured']
