import { Counter, type Registry } from 'prom-client'
import { registerOwn } from './registry.ts'
import { createTimings } from './timings.ts'

/**
 * `route` is the name of a call in the contract, a page's path in the notation of `contract/pages.ts`, or a pattern;
 * never a requested path.
 */
const createAllTimings = (registry: Registry) => ({
  requestTimes: createTimings(registry, {
    name: 'sankofa_http_request_duration_seconds',
    help: 'Time until the reply was ready, by route and status',
    labels: ['route', 'status'],
  }),
  queryTimes: createTimings(registry, {
    name: 'sankofa_query_duration_seconds',
    help: 'Database statements by connection (pool or pipelined) and outcome, including the wait for a connection',
    labels: ['connection', 'outcome'],
  }),
  jobTimes: createTimings(registry, {
    name: 'sankofa_job_duration_seconds',
    help: 'Runs of jobs by kind and outcome',
    labels: ['kind', 'outcome'],
  }),
  pictureTimes: createTimings(registry, {
    name: 'sankofa_picture_duration_seconds',
    help: 'Encoding of pictures by recipe and outcome, without the wait in the queue',
    labels: ['recipe', 'outcome'],
  }),
  publishTimes: createTimings(registry, {
    name: 'sankofa_live_publish_duration_seconds',
    help: 'Time until a live event was sent to every process, by event and outcome',
    labels: ['event', 'outcome'],
  }),
})

/**
 * Counters of the reply caches; callers increment `count`. The outcome `ready` means that the reply was sent before
 * the request reached its handler.
 */
function createCacheCounts(registry: Registry) {
  const cached: { cache: string; outcome: string; count: number }[] = []
  function cacheCount(cache: 'pages' | 'reads', outcome: string): { count: number } {
    const counted = { cache, outcome, count: 0 }
    cached.push(counted)
    return counted
  }
  registerOwn(registry, {
    name: 'sankofa_cache_answers_total',
    help: 'Pages and public reads by outcome of the cache: ready, fresh, stale, made, stand-in; other if not ready',
    type: 'counter',
    samples: () => cached.map(({ cache, outcome, count }) => ({ labels: { cache, outcome }, value: count })),
  })
  return {
    pageAnswers: {
      ready: cacheCount('pages', 'ready'),
      fresh: cacheCount('pages', 'fresh'),
      stale: cacheCount('pages', 'stale'),
      rendered: cacheCount('pages', 'made'),
      standIn: cacheCount('pages', 'stand-in'),
    },
    readAnswers: { ready: cacheCount('reads', 'ready'), other: cacheCount('reads', 'other') },
  }
}

function createCounters(registry: Registry) {
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers: [registry] })
  return {
    refusals: counter('sankofa_refusals_total', 'Refused requests by route and code of the contract', [
      'route',
      'code',
    ]),
    signIns: counter(
      'sankofa_sign_ins_total',
      'Sign-ins by route and outcome; a challenge waits for the second step',
      ['route', 'outcome'],
    ),
    slowQueries: counter(
      'sankofa_slow_queries_total',
      'Statements that took longer than SLOW_QUERY_MS, by verb, table and fingerprint',
      ['query'],
    ),
    pushes: counter('sankofa_pushes_total', 'Pushes by outcome at the push service', ['outcome']),
    mails: counter('sankofa_mails_total', 'E-mails by kind and outcome at the mail server', [
      'kind',
      'outcome',
    ]),
    smsMessages: counter('sankofa_sms_total', 'SMS by outcome at the provider', ['outcome']),
    cdnPurges: counter('sankofa_cdn_purges_total', 'Purges sent to the CDN, by outcome', ['outcome']),
    catchUps: counter(
      'sankofa_live_catch_ups_total',
      'Times that sockets were closed because live events may have been missed',
      [],
    ),
  }
}

export const createCounts = (registry: Registry) => ({
  ...createAllTimings(registry),
  ...createCacheCounts(registry),
  ...createCounters(registry),
})
