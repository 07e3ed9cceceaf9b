import type { Log } from '#server/platform/process/log.ts'
import { type Bus, localBus } from './bus.ts'
import { postgresBus } from './postgres-bus.ts'
import type { RedisTarget } from '#server/platform/redis/redis.ts'
import { redisBus } from './redis-bus.ts'

interface BusSettings {
  database: { kind: 'embedded' } | { kind: 'url'; directUrl: string }
  redis: RedisTarget
}

/** An embedded database has a single process; several processes use Redis, or without it their database. */
export function openBus({ database, redis }: BusSettings, log: Log): Bus {
  if (redis.urls.length > 0) return redisBus(redis, log)
  return database.kind === 'url' ? postgresBus(database.directUrl, log) : localBus
}
