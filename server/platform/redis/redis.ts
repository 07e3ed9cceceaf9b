import { Cluster, Redis, type RedisOptions } from 'ioredis'
import type { Log } from '#server/platform/process/log.ts'

const COMMAND_MILLISECONDS = 2000

/** Where Redis is: one server, the nodes of a cluster, or whom its sentinels know by the host of the address. */
export interface RedisTarget {
  urls: readonly string[]
  sentinels: readonly string[]
}

export type RedisClient = Redis | Cluster

const OPTIONS: RedisOptions = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  commandTimeout: COMMAND_MILLISECONDS,
  connectionName: 'sankofa',
  // A primary that was made a replica: its address leads elsewhere by now.
  reconnectOnError: ({ message }) => message.startsWith('READONLY'),
}
/** Of a copy that waits for the connection instead. */
const WAITING = { enableOfflineQueue: true, maxRetriesPerRequest: null, commandTimeout: undefined }

const hostOf = (address: string) => {
  const { hostname, port } = new URL(`redis://${address}`)
  return { host: hostname, port: Number(port || '26379') }
}

/** What an address says besides the host. */
function accessOf(url: string): RedisOptions {
  const { username, password, pathname, protocol } = new URL(url)
  return {
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
    db: Number(pathname.slice(1) || '0'),
    ...(protocol === 'rediss:' && { tls: {} }),
  }
}

function clientOf({ urls, sentinels }: RedisTarget): RedisClient {
  const [url = ''] = urls
  const access = accessOf(url)
  if (sentinels.length > 0) {
    const name = new URL(url).hostname
    const isEncrypted = access.tls !== undefined
    return new Redis({
      ...OPTIONS,
      ...access,
      name,
      sentinels: sentinels.map(hostOf),
      enableTLSForSentinelMode: isEncrypted,
      ...(isEncrypted && { sentinelTLS: {} }),
    })
  }
  if (urls.length === 1) return new Redis(url, OPTIONS)
  return new Cluster([...urls], {
    enableOfflineQueue: false,
    // A certificate names the hosts, not their addresses.
    ...(access.tls && { dnsLookup: (host, answer) => answer(null, host) }),
    redisOptions: { ...OPTIONS, ...access, db: 0 },
  })
}

/** A connection that comes back by itself; a command sent meanwhile fails at once. */
export function openRedis(target: RedisTarget, log: Log, purpose: string): RedisClient {
  const redis = clientOf(target)
  let hasWarned = false
  redis.on('error', (error: Error) => {
    if (!hasWarned) log.warn({ err: error }, `Redis for ${purpose} cannot be reached`)
    hasWarned = true
  })
  redis.on('ready', () => (hasWarned = false))
  return redis
}

/** Whether every server that it knows takes commands. */
export async function answers(redis: RedisClient): Promise<boolean> {
  if (redis.status !== 'ready') return false
  return Promise.all(keyServers(redis).map((server) => server.ping())).then(
    () => true,
    () => false,
  )
}

/** One more connection to the same servers, whose commands wait while it is away. */
export function waitingCopy(redis: RedisClient): RedisClient {
  if (!(redis instanceof Cluster)) return Redis.prototype.duplicate.call(redis, WAITING)
  const redisOptions = { ...redis.options.redisOptions, ...WAITING }
  return Cluster.prototype.duplicate.call(redis, [], { enableOfflineQueue: true, redisOptions })
}

/** The servers that have a part of the keys each. */
export const keyServers = (redis: RedisClient): Redis[] =>
  redis instanceof Cluster ? redis.nodes('master') : [redis]
