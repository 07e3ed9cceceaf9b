import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { connect as connectHttp2, type IncomingHttpHeaders } from 'node:http2'
import { request as httpsRequest } from 'node:https'
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { IncomingMessage } from 'node:http'
import { MARKET_CERTIFICATE } from './certificate.ts'
import { HOST, type Proxy } from './real-proxies.ts'

/** Address that is no proxy of the site; all of 127.0.0.0/8 is this machine. */
export const CLIENT_ADDRESS = '127.0.0.2'

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

interface Sent {
  method?: string
  headers?: Record<string, string>
  body?: Uint8Array
}

/** Sends a request without TLS, as if somebody typed only the name. */
export async function sendPlainly({ httpPort }: Proxy, path: string, method = 'GET'): Promise<Answer> {
  const options = { host: '127.0.0.1', port: httpPort, path, method, headers: { Host: HOST } }
  const [reply] = (await once(httpRequest(options).end(), 'response')) as [IncomingMessage]
  const body = Buffer.concat(await reply.toArray())
  return { status: reply.statusCode ?? 0, headers: reply.headers, body }
}

/** Sends a request by HTTP/2 only, on its own connection. */
export async function sendByHttp2(
  { httpsPort }: Proxy,
  path: string,
  { method = 'GET', headers = {}, body }: Sent = {},
): Promise<Answer> {
  const socket = connectTls({
    socket: connect({ host: '127.0.0.1', port: httpsPort, localAddress: CLIENT_ADDRESS }),
    servername: HOST,
    ca: MARKET_CERTIFICATE,
    ALPNProtocols: ['h2'],
  })
  await once(socket, 'secureConnect')
  const session = connectHttp2(`https://${HOST}`, { createConnection: () => socket })
  try {
    const stream = session.request({ ':method': method, ':path': path, ...headers })
    const answered = once(stream, 'response')
    stream.end(body)
    const [received] = (await answered) as [IncomingHttpHeaders]
    const pieces = (await stream.toArray()) as Buffer[]
    return { status: Number(received[':status']), headers: received, body: Buffer.concat(pieces) }
  } finally {
    session.close()
  }
}

/** Opens the live socket like a page of the site; resolves to the server's first frame. */
export async function firstLiveFrame({ httpsPort }: Proxy): Promise<string> {
  const sent = httpsRequest({
    host: '127.0.0.1',
    port: httpsPort,
    servername: HOST,
    ca: MARKET_CERTIFICATE,
    path: '/live/?EIO=4&transport=websocket',
    headers: {
      Host: HOST,
      Origin: `https://${HOST}`,
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    },
  })
  sent.end()
  const answer = await Promise.race([once(sent, 'upgrade'), once(sent, 'response')])
  const [reply, socket, head] = answer as [IncomingMessage, IncomingMessage['socket']?, Buffer?]
  if (!socket || !head) throw new Error(`The socket was refused with ${reply.statusCode}`)
  try {
    const [frame] = head.length > 0 ? [head] : ((await once(socket, 'data')) as [Buffer])
    // Two bytes of type and length come first, because the length is below 126.
    return frame.subarray(2).toString()
  } finally {
    socket.destroy()
  }
}
