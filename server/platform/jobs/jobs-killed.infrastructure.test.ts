import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createTelemetry } from '#server/platform/metrics/telemetry.ts'
import { createLog } from '#server/platform/process/log.ts'
import { createTestDatabase } from '#testing/database.ts'
import { setUp } from '#testing/set-up.ts'
import { defineJob } from './job-kind.ts'
import { createJobs } from './jobs.ts'

const greet = defineJob<{ name: string }>('greet', { retries: 2, retryDelaySeconds: 0 })

const market = setUp(createTestDatabase)

function open() {
  const shared = { log: createLog('silent'), telemetry: createTelemetry(), timeZone: 'Africa/Accra' }
  const jobs = createJobs({ url: market.url, ...shared, superviseSeconds: 1 })
  onTestFinished(() => jobs.stop())
  return jobs
}

test('a job whose process was killed runs again', async () => {
  const script = `
    import { createJobs } from '#server/platform/jobs/jobs.ts'
    import { createTelemetry } from '#server/platform/metrics/telemetry.ts'
    import { createLog } from '#server/platform/process/log.ts'
    const shared = { log: createLog('silent'), telemetry: createTelemetry(), timeZone: 'Africa/Accra' }
    const jobs = createJobs({ url: process.env.URL, ...shared })
    jobs.handle({ name: 'greet', options: { retries: 2, retryDelaySeconds: 0 } }, () => {
      console.log('greeting')
      return new Promise(() => {})
    })
    await jobs.start()
    console.log('ready')`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: join(import.meta.dirname, '../../..'),
    env: { PATH: process.env.PATH, URL: market.url },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  while (!printed.includes('ready')) await once(child.stdout, 'data')

  // This process enqueues the job without taking it.
  const jobs = open()
  await jobs.start()
  await jobs.enqueue(market.db, greet, { name: 'Ama' })
  while (!printed.includes('greeting')) await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'close')

  // Makes the dead process's heartbeat too old.
  await sql`update pgboss.job set heartbeat_on = now() - interval '1 minute' where name = 'greet'`.execute(
    market.db,
  )
  const again = Promise.withResolvers<string>()
  const second = open()
  second.handle(greet, async ({ name }, { attempt }) => again.resolve(`${name} ${attempt}`))
  await second.start()
  expect(await again.promise).toBe('Ama 2')
})
