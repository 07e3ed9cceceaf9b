import type { Log } from '#server/platform/process/log.ts'
import { type Bus, localBus } from './bus.ts'
import { postgresBus } from './postgres-bus.ts'
import type { RedisTarget } from '#server/platform/redis/redis.ts'
import { redisBus } from './redis-bus.ts'

interface BusSettings {
  database: { kind: 'embedded' | 'url' }
  processes: number
  redis: RedisTarget
}

/**
 * Several processes use Redis or else their database. With an external database, other processes are always possible.
 */
export function openBus({ database, processes, redis }: BusSettings, url: string, log: Log): Bus {
  if (redis.urls.length > 0) return redisBus(redis, log)
  return database.kind === 'url' || processes > 1 ? postgresBus(url, log) : localBus
}
