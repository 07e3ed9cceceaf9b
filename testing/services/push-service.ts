import { createECDH, type ECDH, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { decrypt } from 'http_ece'
import { importJWK, jwtVerify } from 'jose'
import type { PushedNotification } from '#contract/notifications/push.ts'
import { createPushSender, type PushSender } from '#server/platform/push/push-sender.ts'
import { TEST_CERTIFICATE, TEST_KEY } from './certificate.ts'

export interface Pushed {
  notification: PushedNotification
  headers: IncomingMessage['headers']
  /** Subject of the VAPID token. */
  subject: string
}

/** A browser that subscribed to this service. */
export interface PushBrowser {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } }
  pushed: Pushed[]
}

interface Answer {
  status: number
  headers?: Record<string, string>
}

export interface PushService {
  /** `host:port` */
  host: string
  /** A sender whose settings allow this service. */
  sender: PushSender
  browser(): PushBrowser
  /** Answers to the next requests instead of 201; 'hold' never answers. All are verified. */
  answers: (Answer | 'hold')[]
  /** Number of all requests, whatever their answer. */
  requests: number
  /** Reasons why requests were invalid. */
  problems: unknown[]
  close(): Promise<void>
}

interface Known extends PushBrowser {
  ecdh: ECDH
}

/** Verifies that the key beside the token signed it, for this service and a short time (RFC 8292); returns its subject. */
async function verifyVapid(authorization: string | undefined, origin: string): Promise<string> {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization ?? '') ?? []
  const point = Buffer.from(key, 'base64url')
  const coordinate = (start: number) => point.subarray(start, start + 32).toString('base64url')
  const jwk = await importJWK({ kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) }, 'ES256')
  const { payload } = await jwtVerify(token, jwk, { audience: origin, algorithms: ['ES256'] })
  const lasts = (payload.exp ?? Infinity) - Date.now() / 1000
  if (lasts > 24 * 60 * 60) throw new Error('The VAPID token lasts too long')
  return payload.sub ?? ''
}

/**
 * A local push service that verifies senders and decrypts messages like a browser. Behind a proxy, browsers
 * know it by another port.
 */
export async function startPushService(port = 0, knownPort?: number): Promise<PushService> {
  const browsers = new Map<string, Known>()
  const server = createServer({ cert: TEST_CERTIFICATE, key: TEST_KEY }, (request, response) => {
    void take(request, response)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const host = `localhost:${knownPort ?? (server.address() as AddressInfo).port}`
  const sender = createPushSender({ contact: 'support@example.com', ownHosts: [host], ca: TEST_CERTIFICATE })

  async function receive(request: IncomingMessage): Promise<() => void> {
    const body = await buffer(request)
    const browser = browsers.get(request.url ?? '')
    if (!browser) throw new Error(`Nobody subscribed at ${request.url}`)
    const { headers } = request
    const subject = await verifyVapid(headers.authorization, `https://${host}`)
    if (headers['content-encoding'] !== 'aes128gcm') throw new Error('The body is not encrypted')
    if (body.length > 4096) throw new Error('The body is too large')
    const { auth: authSecret } = browser.subscription.keys
    const text = decrypt(body, { version: 'aes128gcm', privateKey: browser.ecdh, authSecret }).toString()
    return () =>
      void browser.pushed.push({ notification: JSON.parse(text) as PushedNotification, headers, subject })
  }

  async function take(request: IncomingMessage, response: ServerResponse) {
    service.requests++
    const answer = service.answers.shift() ?? { status: 201 }
    try {
      const store = await receive(request)
      if (answer === 'hold') return
      if (answer.status === 201) store()
      response.writeHead(answer.status, answer.headers).end()
    } catch (error) {
      service.problems.push(error)
      response.writeHead(400).end()
    }
  }

  const service: PushService = {
    host,
    sender,
    answers: [],
    requests: 0,
    problems: [],
    browser() {
      const ecdh = createECDH('prime256v1')
      const p256dh = ecdh.generateKeys('base64url')
      const path = `/push/${randomUUID()}`
      const keys = { p256dh, auth: randomBytes(16).toString('base64url') }
      const browser = { ecdh, subscription: { endpoint: `https://${host}${path}`, keys }, pushed: [] }
      browsers.set(path, browser)
      return browser
    },
    close: () => closeAll(server, sender),
  }
  return service
}

async function closeAll(server: Server, sender: PushSender) {
  sender.close()
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
}
