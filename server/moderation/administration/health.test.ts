import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SiteHealth } from '#contract/moderation/administration/health.ts'
import { connect } from '#server/platform/db/connect.ts'
import { createQueryWatch, nameStatement } from '#server/platform/db/query-watch.ts'
import { createLog } from '#server/platform/process/log.ts'
import { recordDeath } from '#server/platform/process/deaths.ts'
import { createTelemetry } from '#server/platform/metrics/telemetry.ts'
import { DEAD_JOBS } from '#server/platform/jobs/queue.ts'
import { createMarket } from '#testing/accounts/accounts.ts'
import type { TestClient } from '#testing/anonymous-client.ts'
import { signInStaff } from '#testing/accounts/staff.ts'
import { setUp } from '#testing/set-up.ts'
import { createTemporaryFolder } from '#testing/temporary-folder.ts'

const watch = createQueryWatch({ slowMs: 20, log: createLog('silent'), telemetry: createTelemetry() })
const dataDir = createTemporaryFolder('sankofa-health-')
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
let problems: string[] = []
let redisAnswers = true

const test = setUp(() =>
  createMarket({
    settings: { DATA_DIR: dataDir, BACKUP_DIR: '/nowhere/backup' },
    watch,
    finds: { findProblems: async () => problems, redisAnswers: async () => redisAnswers },
  }),
)
let abena: TestClient
beforeAll(async () => {
  abena = await signInStaff(test, 'administrator', 'abena')
})

const read = async (): Promise<SiteHealth> =>
  (await abena.send('GET', '/api/moderation/health')).json() as Promise<SiteHealth>

it('the health report has problems, versions, sizes and backups', async () => {
  expect((await read()).problems).toEqual([])
  problems = ['photos cannot be written']
  const health = await read()
  problems = []
  expect(health.problems).toEqual(['photos cannot be written'])
  expect(health.process.version).toMatch(/^\d+\.\d+/)
  expect(health.process.node).toBe(process.versions.node)
  expect(health.database.version).toMatch(/^18/)
  expect(health.database.migration).toMatch(/^\d{4}_\w+/)
  expect(health.database.bytes).toBeGreaterThan(1_000_000)
  expect(health.database.tables).toHaveLength(8)
  expect(health.disk?.freeBytes).toBeGreaterThan(0)
  expect(health.backup).toEqual({ coveredUntil: null, baseAt: null, verifiedAt: null })
})

it('the health report counts waiting and failed jobs', async () => {
  const before = await read()
  const kind = `test-${randomUUID()}`
  const job = (name: string, state: string, startAfter: string) =>
    sql`
    insert into pgboss.job (name, state, start_after, source_name)
    values (${name}, ${sql.lit(state)}::pgboss.job_state, now() + ${startAfter}::interval, ${kind})`.execute(
      test.db,
    )
  await sql`select pgboss.create_queue(${kind}, '{"policy": "standard"}')`.execute(test.db)
  await job(kind, 'created', '-40 seconds')
  await job(kind, 'retry', '-10 seconds')
  await job(kind, 'retry', '1 hour')
  await job(kind, 'active', '-1 hour')
  await job(kind, 'completed', '-2 hours')
  await job(DEAD_JOBS, 'completed', '0')
  const health = await read()
  const found = health.queues.find((queue) => queue.kind === kind)
  expect(found).toMatchObject({ due: 2, later: 1, active: 1 })
  expect(found?.oldestSeconds).toBeGreaterThanOrEqual(40)
  expect(health.failedJobs).toBe(before.failedJobs + 1)
})

it('the health report names slow queries and limits that were hit', async () => {
  const db = connect(test.database.url, { watch })
  const sleepALittle = sql`select pg_sleep(0.03)`.compile(db)
  await db.executeQuery(sleepALittle)
  await db.executeQuery(sleepALittle)
  await db.destroy()
  const guess = () =>
    abena.send('POST', '/api/auth/login', { email: 'esi@example.com', password: 'Wrong-1234' })
  for (;;) if ((await guess()).status === 429) break
  const health = await read()
  expect(health.slowQueries).toContainEqual(
    expect.objectContaining({ name: nameStatement(sleepALittle.sql), count: 2 }),
  )
  const met = health.metLimits.find(({ route, code }) => route === 'login' && code === 'too-many-logins')
  expect(met?.count).toBeGreaterThanOrEqual(1)
  expect(JSON.stringify(health)).not.toContain('esi@example.com')
})

it('the health report has a warning for each problem that needs an operator', async () => {
  const warnings = async () => (await read()).warnings.join('\n')
  await sql`delete from pgboss.job where name = ${DEAD_JOBS}`.execute(test.db)
  expect(await warnings()).toBe('')
  redisAnswers = false
  expect(await warnings()).toMatch(/^Redis does not answer: [^\n]+$/)
  redisAnswers = true
  recordDeath(dataDir, { what: 'Process 2', how: 'code 70' })
  recordDeath(dataDir, { what: 'Process 2', how: 'SIGKILL' })
  recordDeath(dataDir, { what: 'The database', how: 'code 1' })
  expect(await warnings()).toMatch(
    /^Process 2 died 2 times .* \(SIGKILL\)\..*\nThe database died once [^\n]+$/,
  )
  rmSync(join(dataDir, 'deaths.json'))
  const add = (name: string, state: string) =>
    sql`insert into pgboss.job (name, state, start_after, retry_count)
      values (${name}, ${sql.lit(state)}::pgboss.job_state, now(), 1)`.execute(test.db)
  await sql`select pgboss.create_queue('purge-cdn', '{"policy": "standard"}')`.execute(test.db)
  await add('purge-cdn', 'completed')
  await add('purge-cdn', 'retry')
  await add('purge-cdn', 'active')
  expect(await warnings()).toMatch(/^The CDN refuses purges: 2 [^\n]+$/)
  await sql`delete from pgboss.job where name = 'purge-cdn'`.execute(test.db)
  await add(DEAD_JOBS, 'created')
  expect(await warnings()).toMatch(/^Failed jobs: 1\. [^\n]+$/)
})

it('the health report lists folders that restores moved aside, with sizes', async () => {
  const folder = join(dataDir, 'before-restore-2026-11-22')
  mkdirSync(join(folder, 'photos'), { recursive: true })
  writeFileSync(join(folder, 'secret.key'), 'x'.repeat(1000))
  writeFileSync(join(folder, 'photos', 'one.jpg'), 'x'.repeat(2000))
  expect((await read()).formerFolders).toEqual([{ name: 'before-restore-2026-11-22', bytes: 3000 }])
})
