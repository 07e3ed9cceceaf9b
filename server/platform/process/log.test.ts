import { expect, test } from 'vitest'
import { StorageError } from '#server/platform/storage/storage.ts'
import { createLog } from './log.ts'

test('each cause of an outage is logged once a minute, with how many more there were', () => {
  const lines: Record<string, unknown>[] = []
  const to = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) }
  const clock = { now: 0 }
  const log = createLog('info', { to, now: () => clock.now })
  const full = new StorageError('full', 'ENOSPC')
  for (let count = 0; count < 1000; count += 1) log.warn({ err: full, requestId: String(count) }, 'outage')
  log.warn({ err: new StorageError('unreachable', 'gone') }, 'outage')
  log.warn({ job: 'prepare-photo', outage: 'storage-full' }, 'job failed')
  log.warn({ err: new Error('a fault') }, 'fault')
  log.warn({ err: new Error('a fault') }, 'fault')
  log.info('request')
  clock.now = 60_000
  log.warn({ err: full }, 'outage')
  expect(lines.map(({ msg, outage, moreBefore }) => [msg, outage, moreBefore])).toEqual([
    ['outage', 'storage-full', undefined],
    ['outage', 'storage-away', undefined],
    ['fault', undefined, undefined],
    ['fault', undefined, undefined],
    ['request', undefined, undefined],
    ['outage', 'storage-full', 1000],
  ])
})
