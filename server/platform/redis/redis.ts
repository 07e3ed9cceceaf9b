import { Redis } from 'ioredis'
import type { Log } from '#server/platform/process/log.ts'

const COMMAND_MILLISECONDS = 2000

/** A connection that comes back by itself; a command sent meanwhile fails at once. */
export function openRedis(url: string, log: Log, purpose: string): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_MILLISECONDS,
    connectionName: 'sankofa',
  })
  let hasWarned = false
  redis.on('error', (error: Error) => {
    if (!hasWarned) log.warn({ err: error }, `Redis for ${purpose} cannot be reached`)
    hasWarned = true
  })
  redis.on('ready', () => (hasWarned = false))
  return redis
}
