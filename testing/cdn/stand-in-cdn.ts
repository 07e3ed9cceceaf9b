import { once } from 'node:events'
import { createServer, type IncomingMessage, request as requestOf, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer, text } from 'node:stream/consumers'

export interface CachingProxy {
  url: string
  purgeUrl: string
  /** Sets the server of replies that are not cached. */
  setOrigin(origin: string): Promise<void>
  close(): Promise<void>
}

interface CachedReply {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
  keys: string[]
  until: number
}

export type CdnKind = 'surrogate-keys' | 'cache-tags'

const NAMES = {
  'surrogate-keys': { keys: 'surrogate-key', between: ' ', lifetime: 'surrogate-control' },
  'cache-tags': { keys: 'cache-tag', between: ',', lifetime: 'cdn-cache-control' },
} as const

export const TOKEN = 'purge-token-of-the-stand-in'

const secondsOf = (header: unknown) => Number(/max-age=(\d+)/.exec(String(header))?.[1] ?? 0)

/** Fetches a reply from the origin; of its headers only the lifetime and the keys count. */
async function fetchFrom(origin: string, request: IncomingMessage, kind: CdnKind): Promise<CachedReply> {
  const names = NAMES[kind]
  const { host: _, ...headers } = request.headers
  const sent = requestOf(origin + request.url, { method: request.method, headers })
  sent.end(await buffer(request))
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const control = response.headers['cache-control'] ?? ''
  const lifetime = response.headers[names.lifetime] ?? control
  const seconds = /no-store|private/.test(control) ? 0 : secondsOf(lifetime)
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: await buffer(response),
    keys: String(response.headers[names.keys] ?? '').split(names.between),
    until: Date.now() + seconds * 1000,
  }
}

/** Returns the keys to purge; undefined for a request without the token. */
async function purgedKeys(request: IncomingMessage, kind: CdnKind): Promise<string[] | undefined> {
  const { headers } = request
  const body = JSON.parse(await text(request)) as { tags?: string[] }
  if (kind === 'cache-tags') return headers.authorization === `Bearer ${TOKEN}` ? body.tags : undefined
  return headers['fastly-key'] === TOKEN ? String(headers['surrogate-key']).split(' ') : undefined
}

/** Resolves to the reply and whether it came from the cache. */
async function findReply(
  cache: Map<string, CachedReply>,
  origin: string,
  request: IncomingMessage,
  kind: CdnKind,
) {
  const { url = '', method } = request
  const found = method === 'GET' ? cache.get(url) : undefined
  if (found && found.until > Date.now()) return { isHit: true, reply: found }
  const reply = await fetchFrom(origin, request, kind)
  if (method === 'GET' && reply.status === 200 && reply.until > Date.now()) cache.set(url, reply)
  return { isHit: false, reply }
}

/**
 * A very careless shared cache: it distinguishes only addresses and stores every reply for its lifetime. It
 * accepts purges like Fastly or Cloudflare.
 */
export async function openStandInCdn(
  kind: CdnKind,
): Promise<CachingProxy & { refusesPurges(whether: boolean): void }> {
  const cache = new Map<string, CachedReply>()
  let origin = ''
  let refuses = false

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { isHit, reply } = await findReply(cache, origin, request, kind)
    response.writeHead(reply.status, { ...reply.headers, 'x-cache': isHit ? 'HIT' : 'MISS' }).end(reply.body)
  }

  async function purge(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const keys = await purgedKeys(request, kind)
    if (refuses || !keys) {
      response.writeHead(keys ? 503 : 401).end()
      return
    }
    for (const [url, { keys: own }] of cache) if (own.some((key) => keys.includes(key))) cache.delete(url)
    response.writeHead(200).end('{}')
  }

  const server = createServer((request, response) => {
    const isPurge = request.method === 'POST' && request.url === '/purge-hook'
    void (isPurge ? purge(request, response) : answer(request, response))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    purgeUrl: `${url}/purge-hook`,
    async setOrigin(to) {
      origin = to
    },
    refusesPurges: (whether) => void (refuses = whether),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export const cdnSettings = (kind: CdnKind, { purgeUrl }: Pick<CachingProxy, 'purgeUrl'>) => ({
  CDN: kind,
  CDN_PURGE_URL: purgeUrl,
  CDN_PURGE_TOKEN: TOKEN,
})
