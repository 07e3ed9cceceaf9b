import type { Context } from '#server/context.ts'
import { createContext } from '#server/domains.ts'
import { createPasswords } from '#server/accounts/sessions/passwords.ts'
import { readConfig } from '#server/config/config.ts'
import { connect } from '#server/platform/db/connect.ts'
import { openListener } from '#server/platform/db/listener.ts'
import { createQueryWatch } from '#server/platform/db/query-watch.ts'
import { withoutReplicas } from '#server/platform/db/replicas/read-routes.ts'
import { rateLimiter } from '#server/platform/http/limits/rate-limit.ts'
import { createImageProcessor } from '#server/platform/images/image-processor.ts'
import { createJobs } from '#server/platform/jobs/jobs.ts'
import { within } from '#server/platform/concurrency/within.ts'
import { createLive } from '#server/platform/live/live.ts'
import { openBus } from '#server/platform/live/open-bus.ts'
import { createTelemetry } from '#server/platform/metrics/telemetry.ts'
import { createLog } from '#server/platform/process/log.ts'
import { openMessaging } from '#server/platform/mail/open-messaging.ts'
import { readiness } from '#server/platform/monitoring/readiness.ts'
import { loadSecrets } from '#server/platform/process/key-file.ts'
import { openStandIns } from '#server/platform/http/stand-ins/stand-ins.ts'
import { openStorage } from '#server/platform/storage/open-storage.ts'
import { openSiteDatabase, requireSite } from './site-database.ts'

const CONNECTIONS = 2
/** Time to wait for an unreachable Redis before the command continues. */
const BUS_TIMEOUT_MS = 3_000

export interface SiteContext {
  ctx: Context
  close(): Promise<void>
}

/**
 * Another process of the site, without a port or jobs of its own, so that commands have the same effects as the
 * screens.
 */
export async function openSiteContext(env: Record<string, string | undefined>): Promise<SiteContext> {
  const config = readConfig(env)
  requireSite(config)
  const steps: (() => Promise<void> | void)[] = []
  const opened = <Part>(part: Part, close: (part: Part) => Promise<void> | void): Part => {
    steps.push(() => close(part))
    return part
  }
  const close = async () => {
    for (const step of steps.toReversed()) await step()
  }
  try {
    const log = createLog('silent')
    const telemetry = createTelemetry()
    const { url } = opened(await openSiteDatabase(config), (database) => database.close())
    const db = opened(connect(url, { connections: CONNECTIONS }), (pool) => pool.destroy())
    const listener = opened(openListener(url), (each) => each.close())
    const storage = await openStorage(config.storage, config.dataDir)
    const bus = openBus(config, url, log)
    const live = opened(createLive({ site: config, db, listener, bus, log, telemetry }), (each) =>
      each.close(),
    )
    await within(BUS_TIMEOUT_MS, bus.ready, undefined)
    const { timeZone } = config.site
    const jobs = opened(createJobs({ url, log, telemetry, timeZone, onlyEnqueues: true }), (each) =>
      each.stop(),
    )
    await jobs.start()
    const messaging = opened(openMessaging(config, { db, telemetry }), ({ mailer, push }) => {
      mailer.close()
      push.close()
    })
    const ctx = createContext({
      config,
      db,
      ...withoutReplicas({ db, reads: db }),
      storage,
      images: opened(createImageProcessor(), (each) => each.close()),
      listener,
      passwords: createPasswords(config),
      secrets: await loadSecrets(config),
      jobs,
      live,
      standIns: opened(openStandIns(config), (each) => each.close()),
      limiter: rateLimiter(db),
      ...messaging,
      log,
      telemetry,
      watch: createQueryWatch({ slowMs: config.slowQueryMs, log, telemetry }),
      findProblems: readiness({ db, storage, dataDir: config.dataDir, isEnding: () => false }),
      // The running processes report their own state.
      redisAnswers: async () => true,
      onClose: (step) => void steps.push(step),
    })
    return { ctx, close }
  } catch (error) {
    await close()
    throw error
  }
}
