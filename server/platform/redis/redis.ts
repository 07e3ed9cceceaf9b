import { Cluster, Redis, type RedisOptions } from 'ioredis'
import type { Log } from '#server/platform/process/log.ts'

const COMMAND_MILLISECONDS = 2000

/** Address of Redis: one server, the nodes of a cluster, or a name known to its sentinels in place of the host. */
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
  // READONLY means that the primary became a replica; a new connection reaches the new primary.
  reconnectOnError: ({ message }) => message.startsWith('READONLY'),
}
/** Options of a copy that waits for the connection instead of failing. */
const WAITING = { enableOfflineQueue: true, maxRetriesPerRequest: null, commandTimeout: undefined }

const hostOf = (address: string) => {
  const { hostname, port } = new URL(`redis://${address}`)
  return { host: hostname, port: Number(port || '26379') }
}

/** Options from an address, without the host. */
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
    // Certificates contain the host names, not their addresses.
    ...(access.tls && { dnsLookup: (host, answer) => answer(null, host) }),
    redisOptions: { ...OPTIONS, ...access, db: 0 },
  })
}

/** Opens a connection that reconnects by itself; while it is lost, commands fail at once. */
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

/** True if every known server accepts commands. */
export async function answers(redis: RedisClient): Promise<boolean> {
  if (redis.status !== 'ready') return false
  return Promise.all(keyServers(redis).map((server) => server.ping())).then(
    () => true,
    () => false,
  )
}

/** Opens another connection to the same servers; while it is lost, commands wait. */
export function waitingCopy(redis: RedisClient): RedisClient {
  if (!(redis instanceof Cluster)) return Redis.prototype.duplicate.call(redis, WAITING)
  const redisOptions = { ...redis.options.redisOptions, ...WAITING }
  return Cluster.prototype.duplicate.call(redis, [], { enableOfflineQueue: true, redisOptions })
}

/** Servers that each store a part of the keys. */
export const keyServers = (redis: RedisClient): Redis[] =>
  redis instanceof Cluster ? redis.nodes('master') : [redis]
