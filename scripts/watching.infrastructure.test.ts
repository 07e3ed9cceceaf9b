import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { openMetrics } from '#server/platform/monitoring/open-metrics.ts'
import { CAUSES, type Cause } from '#server/platform/monitoring/warnings.ts'
import { insertAccounts } from '#testing/accounts/accounts.ts'
import { createAnonymousClient } from '#testing/anonymous-client.ts'
import { createTestApp } from '#testing/app.ts'
import { insertProduct } from '#testing/market/products.ts'
import { freePort } from '#testing/scale/free-port.ts'
import { createTemporaryFolder } from '#testing/temporary-folder.ts'
import { setUp } from '#testing/set-up.ts'
import { ensureAmtool, ensurePrometheus } from '#scripts/programs/prometheus.js'

const DEPLOY = join(import.meta.dirname, '../deploy')
/** Debian's package is downloaded the first time. */
const START_MILLISECONDS = 120_000
const TOKEN = 'a-token-of-some-length'

const REPLICA = { name: 'replica:5432/sankofa', isUsable: true, problem: undefined, lagSeconds: 0.02 }

/** The alert of each cause. */
const ALERTS: Record<Cause, string> = {
  backup: 'BackupNeedsSomebody',
  deaths: 'SomethingDied',
  purges: 'PurgesFail',
  jobs: 'JobsWereGivenUp',
  redis: 'RedisIsAway',
  replicas: 'ReplicaIsLeftOut',
}

const dashboard = readFileSync(join(DEPLOY, 'grafana/sankofa.json'), 'utf8')
const alerts = readFileSync(join(DEPLOY, 'prometheus/alerts.yml'), 'utf8')

let tools: ReturnType<typeof ensurePrometheus>
let port: number
let closeMetrics: () => Promise<void>

const test = setUp(() => createTestApp({ settings: { METRICS_TOKEN: TOKEN } }))
beforeAll(async () => {
  tools = ensurePrometheus()
  port = await freePort()
  await openMetrics({
    telemetry: test.telemetry,
    metrics: { port, host: '127.0.0.1', token: TOKEN },
    db: test.db,
    reads: test.db,
    replicas: { states: () => [REPLICA] },
    redisAnswers: async () => false,
    images: { waiting: () => 2 },
    live: test.live,
    dataDir: '.',
    backup: readConfig({ BACKUP_DIR: '/mnt/backup' }).backup,
    database: { kind: 'embedded' },
    findProblems: async () => [],
    onClose: (step) => (closeMetrics = step),
  })
}, START_MILLISECONDS)
afterAll(() => closeMetrics())

const readMetrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
const promtool = (args: string[], input?: string) =>
  execFileSync(tools.promtool, args, { cwd: join(DEPLOY, 'prometheus'), encoding: 'utf8', input })

describe('the metrics page', () => {
  it("passes promtool's check", async () => {
    await insertAccounts(test.db)
    const client = createAnonymousClient(test.app)
    await client.send('POST', '/api/auth/login', { email: 'nobody@example.com', password: 'Wrong-1234' })
    await client.send('GET', '/api/products')
    expect(promtool(['check', 'metrics'], await readMetrics())).toBe('')
  })

  it('names routes by the contract, without ids or personal texts', async () => {
    const id = await insertProduct(test.db, { title: 'Wonderful kettle' })
    const client = createAnonymousClient(test.app)
    await client.send('GET', `/api/products/${id}`)
    await client.send('GET', '/api/products?search=kettle')
    await client.send('GET', '/api/nothing/kettle')
    const text = await readMetrics()
    expect(text).toMatch(/http_request_duration_seconds_count\{route="getProduct",status="200"\} \d/)
    expect(text).toMatch(/http_request_duration_seconds_count\{route="\/api\/\*",status="404"\} \d/)
    expect(text).toMatch(/sankofa_refusals_total\{route="login",code="invalid-credentials"\} \d/)
    expect(text).toMatch(/sankofa_pictures_waiting 2\n/)
    expect(text).toMatch(/sankofa_replica_usable\{replica="replica:5432\/sankofa"\} 1\n/)
    expect(text).toMatch(/sankofa_replica_lag_seconds\{replica="replica:5432\/sankofa"\} 0.02\n/)
    expect(text).not.toContain(id)
    expect(text).not.toContain('kettle')
  })

  it('counts the causes that need an operator', async () => {
    const text = await readMetrics()
    for (const cause of CAUSES)
      expect(text).toContain(`sankofa_warnings{cause="${cause}"} ${cause === 'redis' ? 1 : 0}\n`)
  })

  it('has every metric that an alert or a dashboard panel uses', async () => {
    const offered = new Set(
      Array.from((await readMetrics()).matchAll(/^# TYPE (\w+) /gm), ([, name]) => name),
    )
    const named = `${dashboard}${alerts}`.matchAll(/\b(?:sankofa|nodejs|process)_\w+/g)
    const names = new Set(
      Array.from(named, ([name]) => name.replace(/(?<=_seconds)_(bucket|count|sum)$/, '')),
    )
    expect(names.size).toBeGreaterThan(20)
    expect([...names].filter((name) => !offered.has(name))).toEqual([])
  })

  it("is on the site's port, only for holders of the token", async () => {
    const statusWith = async (authorization?: string) =>
      (await test.app.request('/metrics', { headers: authorization ? { authorization } : {} })).status
    expect(await statusWith(`Bearer ${TOKEN}`)).toBe(200)
    expect(await statusWith('Bearer a-token-of-some-length2')).toBe(404)
    expect(await statusWith()).toBe(404)
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
  })
})

describe('the alert rules', () => {
  it('alerts are raised when necessary and only then', () => {
    expect(promtool(['test', 'rules', 'alerts.test.yml'])).toContain('SUCCESS')
  })

  it('the example configuration refers to the rules', () => {
    expect(promtool(['check', 'config', 'prometheus.yml'])).toContain('SUCCESS: 1 rule files found')
  })

  it('the example configuration sends them to the example of Alertmanager', () => {
    const checked = execFileSync(ensureAmtool(), [
      'check-config',
      join(DEPLOY, 'prometheus/alertmanager.yml'),
    ])
    expect(String(checked)).toContain('1 receivers')
    expect(readFileSync(join(DEPLOY, 'prometheus/prometheus.yml'), 'utf8')).toContain("['127.0.0.1:9093']")
  })

  it('each cause that needs an operator has an alert', () => {
    for (const name of Object.values(ALERTS)) expect(alerts).toContain(`- alert: ${name}\n`)
  })

  it('every alert has a test', () => {
    const tests = readFileSync(join(DEPLOY, 'prometheus/alerts.test.yml'), 'utf8')
    const untested = Array.from(alerts.matchAll(/- alert: (\w+)/g), ([, name = '']) => name).filter(
      (name) => !new RegExp(`alertname: ${name}\\n\\s+exp_alerts:`).test(tests),
    )
    expect(untested).toEqual([])
  })
})

/** A Prometheus that reads the site once a second. */
async function startPrometheus(): Promise<{
  query: (text: string) => Promise<unknown[]>
  stop(): Promise<void>
}> {
  const folder = createTemporaryFolder('sankofa-prometheus-')
  const config = { job_name: 'sankofa', static_configs: [{ targets: [`127.0.0.1:${port}`] }] }
  const file = join(folder, 'prometheus.yml')
  writeFileSync(file, JSON.stringify({ global: { scrape_interval: '1s' }, scrape_configs: [config] }))
  const own = await freePort()
  const child = spawn(
    tools.prometheus,
    [`--config.file=${file}`, `--storage.tsdb.path=${folder}`, `--web.listen-address=127.0.0.1:${own}`],
    { stdio: 'ignore' },
  )
  return {
    async query(text) {
      const reply = await fetch(`http://127.0.0.1:${own}/api/v1/query?query=${encodeURIComponent(text)}`)
      const { status, error, data } = (await reply.json()) as {
        status: string
        error?: string
        data?: { result: unknown[] }
      }
      expect({ text, status, error }).toEqual({ text, status: 'success', error: undefined })
      return data?.result ?? []
    },
    async stop() {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The queries of the dashboard's panels, as Grafana fills them in. */
const dashboardQueries = () =>
  Array.from(dashboard.matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g), ([, text = '""']) =>
    (JSON.parse(text) as string).replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*'),
  )

it('a real Prometheus reads the site and answers every query of the dashboard', async () => {
  const prometheus = await startPrometheus()
  try {
    const isRead = async () => (await prometheus.query('sankofa_info')).length
    await expect.poll(() => isRead().catch(() => 0), { timeout: 20_000 }).toBe(1)
    expect(await prometheus.query('up{job="sankofa"} == 1')).toHaveLength(1)
    expect(dashboardQueries().length).toBeGreaterThan(30)
    await Promise.all(dashboardQueries().map((query) => prometheus.query(query)))
  } finally {
    await prometheus.stop()
  }
})
