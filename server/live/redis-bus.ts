import { createAdapter } from '@socket.io/redis-streams-adapter'
import type { Redis } from 'ioredis'
import type { Log } from '#server/log.ts'
import { openRedis } from '#server/redis.ts'
import type { Bus } from './bus.ts'

const STREAM = 'sankofa:live'
/** News that are still read after an interruption. */
const KEPT = 10_000
const GREETING_MILLISECONDS = 50
/** A heartbeat, which the adapter lets pass without an answer. */
const GREETING = ['uid', 'greeting', 'nsp', '/', 'type', '2'] as const

/**
 * The adapter reads from copies of the connection that it is given. Unlike that one they wait until they can, and
 * tell when they can again.
 */
function watchCopies(redis: Redis, onReadyAgain: () => void): void {
  const duplicate = redis.duplicate.bind(redis)
  redis.duplicate = () => {
    const copy = duplicate({
      enableOfflineQueue: true,
      maxRetriesPerRequest: null,
      commandTimeout: undefined,
    })
    let wasReady = false
    copy.on('ready', () => {
      if (wasReady) onReadyAgain()
      wasReady = true
    })
    return copy
  }
}

/** Runs `tell` once Redis is there, after something could not be told. */
function untold(redis: Redis, tell: () => void) {
  let isUntold = false
  const tellIfReady = () => {
    if (!isUntold || redis.status !== 'ready') return
    isUntold = false
    tell()
  }
  redis.on('ready', tellIfReady)
  return () => {
    isUntold = true
    tellIfReady()
  }
}

/**
 * Until the first news, the adapter asks for 'what comes from now on' anew every few seconds, and what comes between
 * two such questions is lost. Resolves once it has heard something.
 */
function greet(redis: Redis) {
  const heard = Promise.withResolvers<void>()
  const timer = setInterval(() => {
    redis.xadd(STREAM, 'MAXLEN', '~', KEPT, '*', ...GREETING).catch(() => undefined)
  }, GREETING_MILLISECONDS)
  const stop = () => clearInterval(timer)
  void heard.promise.then(stop)
  return { ready: heard.promise, hear: heard.resolve, stop }
}

/** For any number of processes. */
export function redisBus(url: string, log: Log): Bus {
  const whenHearingAgain: (() => void)[] = []
  const whenNotTold: (() => void)[] = []
  const tell = (handlers: (() => void)[]) => {
    for (const handle of handlers) handle()
  }
  const redis = openRedis(url, log, 'live news')
  watchCopies(redis, () => tell(whenHearingAgain))
  const markUntold = untold(redis, () => tell(whenNotTold))
  const greeting = greet(redis)
  const create = createAdapter(redis, { streamName: STREAM, channelPrefix: STREAM, maxLen: KEPT })

  // No arrow, since it is called with `new`.
  function adapter(namespace: unknown) {
    const made = create(namespace)
    const hear = made.onRawMessage.bind(made)
    made.onRawMessage = (message, offset) => {
      greeting.hear()
      return hear(message, offset) as unknown
    }
    const publish = made.doPublish.bind(made)
    made.doPublish = async (message) => {
      try {
        return (await publish(message)) as unknown
      } catch (error) {
        log.warn({ err: error }, 'live news were not told to other processes')
        markUntold()
        throw error
      }
    }
    return made
  }

  return {
    adapter,
    ready: greeting.ready,
    onHearingAgain: (handle) => void whenHearingAgain.push(handle),
    onNotTold: (handle) => void whenNotTold.push(handle),
    async close() {
      greeting.stop()
      redis.disconnect()
    },
  }
}
