import { createAdapter } from '@socket.io/redis-streams-adapter'
import type { Log } from '#server/platform/process/log.ts'
import { openRedis, type RedisClient, type RedisTarget, waitingCopy } from '#server/platform/redis/redis.ts'
import type { Bus } from './bus.ts'

const STREAM = 'sankofa:live'
/** Number of events that can still be read after an interruption. */
const STREAM_LENGTH = 10_000
const GREETING_MS = 50
const WARN_EVERY_MILLISECONDS = 60_000
/** A heartbeat of the adapter, which gets no reply. */
const GREETING = ['uid', 'greeting', 'nsp', '/', 'type', '2'] as const

/**
 * Gives the adapter copies of the connection to read from. Unlike the original, they queue commands while offline,
 * and report when they are back. Returns a function that ends them, because the adapter would first wait for a reply
 * that may never arrive.
 */
function watchCopies(redis: RedisClient, onReadyAgain: () => void): () => void {
  const copies: RedisClient[] = []
  const duplicate = () => {
    const copy = waitingCopy(redis)
    copies.push(copy)
    let wasReady = false
    copy.on('ready', () => {
      if (wasReady) onReadyAgain()
      wasReady = true
    })
    return copy
  }
  Object.assign(redis, { duplicate })
  return () => {
    for (const copy of copies) copy.disconnect()
  }
}

/** Returns a function that notes a failed publication; `report` runs once Redis is reachable. */
function failureReporter(redis: RedisClient, report: () => void) {
  let hasFailed = false
  const reportIfReady = () => {
    if (!hasFailed || redis.status !== 'ready') return
    hasFailed = false
    report()
  }
  redis.on('ready', reportIfReady)
  return () => {
    hasFailed = true
    reportIfReady()
  }
}

/**
 * Publishes events until the adapter has received one. Until its first event the adapter repeats a read 'from now on'
 * every few seconds, and loses events between two reads.
 */
function greet(redis: RedisClient) {
  const received = Promise.withResolvers<void>()
  const timer = setInterval(() => {
    redis.xadd(STREAM, 'MAXLEN', '~', STREAM_LENGTH, '*', ...GREETING).catch(() => undefined)
  }, GREETING_MS)
  const stop = () => clearInterval(timer)
  void received.promise.then(stop)
  return { ready: received.promise, onReceived: received.resolve, stop }
}

/** Calls `log` at most once a minute, with the number of calls skipped since. */
function oncePerMinute(log: (error: unknown, moreBefore: number) => void): (error: unknown) => void {
  let loggedAt = -Infinity
  let skipped = 0
  return (error) => {
    if (performance.now() - loggedAt < WARN_EVERY_MILLISECONDS) return void (skipped += 1)
    loggedAt = performance.now()
    log(error, skipped)
    skipped = 0
  }
}

/** A bus through Redis, for any number of processes. */
export function redisBus(target: RedisTarget, log: Log): Bus {
  const onReconnectedHandlers: (() => void)[] = []
  const onEmitFailedHandlers: (() => void)[] = []
  const callAll = (handlers: (() => void)[]) => {
    for (const handle of handlers) handle()
  }
  const redis = openRedis(target, log, 'live events')
  const endCopies = watchCopies(redis, () => callAll(onReconnectedHandlers))
  const reportFailure = failureReporter(redis, () => callAll(onEmitFailedHandlers))
  const warn = oncePerMinute((error, moreBefore) =>
    log.warn({ err: error, moreBefore }, 'live events did not reach other processes'),
  )
  const greeting = greet(redis)
  const create = createAdapter(redis, { streamName: STREAM, channelPrefix: STREAM, maxLen: STREAM_LENGTH })

  // An arrow function would not work, because the adapter is called with `new`.
  function adapter(namespace: unknown) {
    const made = create(namespace)
    const receive = made.onRawMessage.bind(made)
    made.onRawMessage = (message, offset) => {
      greeting.onReceived()
      return receive(message, offset) as unknown
    }
    const publish = made.doPublish.bind(made)
    made.doPublish = async (message) => {
      try {
        return (await publish(message)) as unknown
      } catch (error) {
        warn(error)
        reportFailure()
        throw error
      }
    }
    return made
  }

  return {
    adapter,
    ready: greeting.ready,
    onReconnected: (handle) => void onReconnectedHandlers.push(handle),
    onEmitFailed: (handle) => void onEmitFailedHandlers.push(handle),
    async close() {
      greeting.stop()
      endCopies()
      redis.disconnect()
    },
  }
}
