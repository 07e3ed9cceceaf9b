import { existsSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { createPasswords, type Passwords } from '#server/accounts/sessions/passwords.ts'
import { createApp } from './app.ts'
import { openBackedStorage } from '#server/platform/backup/open-backed-storage.ts'
import { BootError } from '#server/platform/process/boot-error.ts'
import type { Config } from '#server/config/config.ts'
import { checkServer, connect, type Database } from '#server/platform/db/connect.ts'
import { checkExternalServer } from '#server/platform/db/server-checks.ts'
import { openEmbedded } from '#server/platform/db/embedded/open-embedded.ts'
import { connectPipelined } from '#server/platform/db/pipelined.ts'
import { createQueryWatch, type QueryWatch } from '#server/platform/db/query-watch.ts'
import { requireKnownMigrations } from '#server/platform/db/migrate.ts'
import { openReadRoutes } from '#server/platform/db/replicas/read-routes.ts'
import { openListener } from '#server/platform/db/listener.ts'
import { prepareDatabase } from './prepare-database.ts'
import { demoSignIns } from '#demo/demo-sign-ins.ts'
import { fillDemo } from '#demo/fill.ts'
import { refuseDemoAccounts } from '#demo/refuse-demo-accounts.ts'
import { isTrustedPeer } from '#server/platform/http/client-address.ts'
import { builtPages } from '#server/platform/http/pages/built-pages.ts'
import { createLimitedServer } from '#server/platform/http/limited-server.ts'
import { checkAddress, drain, listen } from '#server/platform/http/listen.ts'
import { rateLimiter } from '#server/platform/http/limits/rate-limit.ts'
import { redisRateLimiter } from '#server/platform/http/limits/redis-rate-limit.ts'
import { guardRequests } from '#server/platform/http/limits/slow-clients.ts'
import { createImageProcessor } from '#server/platform/images/image-processor.ts'
import { createJobs } from '#server/platform/jobs/jobs.ts'
import { openMetrics } from '#server/platform/monitoring/open-metrics.ts'
import { createTelemetry, type Telemetry } from '#server/platform/metrics/telemetry.ts'
import { createLive } from '#server/platform/live/live.ts'
import { openBus } from '#server/platform/live/open-bus.ts'
import type { Lifetime } from '#server/platform/process/lifetime.ts'
import { createLog, type Log, openLogOutput } from '#server/platform/process/log.ts'
import { openStandIns } from '#server/platform/http/stand-ins/stand-ins.ts'
import { requireMatchingStorage } from '#server/platform/storage/matching-storage.ts'
import { openMessaging } from '#server/platform/mail/open-messaging.ts'
import { connectionsOf, type Worker } from '#server/platform/process/worker.ts'
import { readiness } from '#server/platform/monitoring/readiness.ts'
import { answers, openRedis } from '#server/platform/redis/redis.ts'
import { loadSecrets } from '#server/platform/process/key-file.ts'

const DIST = join(import.meta.dirname, '../dist')
const STATEMENT_TIMEOUT_MILLISECONDS = 10_000

const report = (text: string) => console.log(text)

interface Opening {
  worker: Worker | undefined
  log: Log
  life: Lifetime
  watch: QueryWatch
}

/** Only one of several processes migrates the database; the others start once it is open. */
const isLeadProcess = (worker: Worker | undefined) => worker?.isLead ?? true

async function openDatabase(config: Config, { worker, log, life, watch }: Opening) {
  const { url, directUrl, adminUrl } = await findDatabase(config, { worker, log, life })
  const options = { watch, statementTimeoutMilliseconds: STATEMENT_TIMEOUT_MILLISECONDS }
  const db = connect(url, {
    ...options,
    connections: connectionsOf(config.processes),
    onConnectionLost: (error) =>
      life.ending.aborted ||
      log.warn({ err: error }, 'Lost a connection to the database. The pool replaces it.'),
  })
  life.onClose(() => db.destroy())
  const reads = connectPipelined(url, options)
  life.onClose(() => reads.destroy())
  await checkServer(db)
  // The built-in database needs no checks.
  if (config.database.kind === 'url') await checkExternalServer(db, config.database, report)
  await (isLeadProcess(worker) ? prepareDatabase(directUrl, report) : requireKnownMigrations(directUrl))
  const routes = openReadRoutes({ db, reads, urls: config.replicas.urls, log, options })
  life.onClose(() => routes.close())
  return { db, reads, routes, url: directUrl, adminUrl }
}

async function findDatabase(config: Config, { worker, log, life }: Omit<Opening, 'watch'>) {
  if (config.database.kind === 'url') return { ...config.database, adminUrl: undefined }
  const { url, adminUrl } =
    worker?.databaseUrl === undefined
      ? await openEmbedded(config, { log, life, report })
      : { url: worker.databaseUrl, adminUrl: undefined }
  return { url, directUrl: url, adminUrl }
}

interface Running {
  worker: Worker | undefined
  db: Database
  url: string
  log: Log
  telemetry: Telemetry
  life: Lifetime
}

/** Opens the services that run beside the requests. The caller starts the jobs once all handlers are added. */
function openServices(config: Config, { worker, db, url, log, telemetry, life }: Running) {
  const listener = openListener(url, (error) => {
    if (!life.ending.aborted)
      log.warn({ err: error }, 'Lost the database connection for notifications. Reconnecting.')
  })
  life.onClose(() => listener.close())
  const standIns = openStandIns(config)
  life.onClose(async () => standIns.close())
  const images = createImageProcessor({ telemetry })
  life.onClose(() => images.close())
  const messaging = openMessaging(config, { db, telemetry })
  life.onClose(() => messaging.mailer.close())
  life.onClose(() => messaging.push.close())
  const live = createLive({
    site: config,
    db,
    listener,
    bus: openBus(config, url, log),
    log,
    telemetry,
  })
  life.onClose(() => live.close())
  const { timeZone } = config.site
  const jobs = createJobs({ url, log, telemetry, timeZone, onlyEnqueues: !isLeadProcess(worker) })
  life.onClose(() => jobs.stop(life.hurry))
  const limiter = openLimiter(config, { db, log, life })
  return { listener, standIns, images, jobs, live, ...limiter, ...messaging }
}

function openLimiter({ redis: target }: Config, { db, log, life }: Pick<Running, 'db' | 'log' | 'life'>) {
  const inDatabase = rateLimiter(db)
  if (target.urls.length === 0) return { limiter: inDatabase, redisAnswers: async () => true }
  const redis = openRedis(target, log, 'limits')
  life.onClose(() => redis.disconnect())
  return { limiter: redisRateLimiter(redis, inDatabase), redisAnswers: () => answers(redis) }
}

async function openPages(config: Config, server: Server) {
  if (!config.development) {
    if (!existsSync(DIST))
      throw new BootError('The pages are not built yet. Run npm run build, or use npm start.')
    return { pages: await builtPages(DIST), clientFolder: join(DIST, 'client') }
  }
  const { vitePages } = await import('#server/platform/http/pages/vite-pages.ts')
  return vitePages(server)
}

/** OpenTelemetry is loaded only if traces are enabled. */
async function openTraces(config: Config, life: Lifetime): Promise<Telemetry['tracing']> {
  if (!config.traces) return undefined
  const { openTracing } = await import('#server/platform/tracing/open-tracing.ts')
  const opened = openTracing(isTrustedPeer(config.trustedProxies))
  life.onClose(() => opened.close())
  return opened
}

async function announce({ site, publicUrl, demo }: Config, db: Database): Promise<void> {
  report(`${site.name} is open at ${publicUrl}`)
  if (demo) for (const line of await demoSignIns(db)) report(line)
}

const hashWith = (passwords: Passwords) => (password: string) =>
  passwords.hash(password, { address: '127.0.0.1' })

const openLog = ({ log }: Config, worker: Worker | undefined) =>
  createLog(log.level, { to: openLogOutput(), about: worker && { process: worker.number } })

/** Opens the site in this process: the only one, or one of several that share the port. */
export async function openSite(config: Config, life: Lifetime, worker?: Worker): Promise<void> {
  if (!worker) await checkAddress(config)
  const log = openLog(config, worker)
  const telemetry = createTelemetry(await openTraces(config, life))
  const watch = createQueryWatch({ slowMs: config.slowQueryMs, log, telemetry })
  const { db, reads, routes, url, adminUrl } = await openDatabase(config, { worker, log, life, watch })
  const { onClose } = life
  const isBackedElsewhere = worker?.databaseUrl !== undefined
  const { storage } = await openBackedStorage(config, { adminUrl, isBackedElsewhere, log, onClose })
  await requireMatchingStorage({ db, storage }, config)
  if (!config.isLocal) await refuseDemoAccounts(db)
  const passwords = createPasswords(config)
  const secrets = await loadSecrets(config)
  if (config.demo && isLeadProcess(worker))
    await fillDemo({ db, storage, report, hashPassword: hashWith(passwords), secrets, signal: life.ending })

  const services = {
    passwords,
    secrets,
    ...openServices(config, { worker, db, url, log, telemetry, life }),
  }

  const server = createLimitedServer(config)
  const findProblems = readiness({
    db,
    storage,
    dataDir: config.dataDir,
    isEnding: () => life.ending.aborted,
  })
  const { replicas } = routes
  const isOneOfSeveral = worker !== undefined
  const watched = { telemetry, db, reads, replicas, ...services, findProblems }
  const readMetrics = await openMetrics({ ...config, ...watched, isOneOfSeveral, onClose })
  const { isUpload } = await createApp({
    server,
    config,
    db,
    ...routes,
    storage,
    ...services,
    log,
    telemetry,
    readMetrics,
    watch,
    findProblems,
    onClose,
    ...(await openPages(config, server)),
  })
  await services.jobs.start()
  await services.live.attach(server)
  guardRequests(server, { isUpload })
  const extraServers = await listen(server, config)
  life.onClose(() => drain(server, life.hurry, { extraServers, isReplaced: isOneOfSeveral }))
  life.onClose(() => services.live.disconnectSockets(life.hurry))
  if (life.ending.aborted) return
  life.opened()
  worker?.reportOpen()
  if (!worker || worker.isFirst) await announce(config, db)
}
