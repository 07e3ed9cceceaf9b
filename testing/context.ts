import { randomBytes } from 'node:crypto'
import { readConfig } from '#server/config/config.ts'
import type { Context, Platform } from '#server/context.ts'
import { createContext } from '#server/domains.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { createQueryWatch } from '#server/platform/db/query-watch.ts'
import { withoutReplicas } from '#server/platform/db/replicas/read-routes.ts'
import { openListener } from '#server/platform/db/listener.ts'
import { rateLimiter } from '#server/platform/http/limits/rate-limit.ts'
import { createImageProcessor } from '#server/platform/images/image-processor.ts'
import { createJobs } from '#server/platform/jobs/jobs.ts'
import { cheapPasswords } from '#testing/accounts/cheap-passwords.ts'
import { createTelemetry } from '#server/platform/metrics/telemetry.ts'
import type { Live } from '#server/platform/live/live.ts'
import { createLog } from '#server/platform/process/log.ts'
import { openMessaging } from '#server/platform/mail/open-messaging.ts'
import { openStandIns } from '#server/platform/http/stand-ins/stand-ins.ts'
import { secretsFrom } from '#server/platform/process/secrets.ts'

export interface TestContext extends Context {
  /** Closes everything but the database. */
  close(): Promise<void>
}

/** A process without a port: its context on a database, with a test's replacements. Jobs are not started. */
export function createTestContext(
  { db, url }: { db: Database; url: string },
  replaced: Partial<Platform> = {},
): TestContext {
  const log = createLog('silent')
  const config = readConfig({ DATA_DIR: '.cache/none' })
  const telemetry = createTelemetry()
  const steps: (() => Promise<void>)[] = []
  const images = createImageProcessor({ lowPriority: false })
  const jobs = createJobs({ url, log, telemetry, timeZone: 'Africa/Accra' })
  const listener = openListener(url)
  const ctx = createContext({
    config,
    db,
    ...withoutReplicas({ db, reads: db }),
    listener,
    images,
    jobs,
    standIns: openStandIns(),
    ...openMessaging(config, { db, telemetry }),
    limiter: rateLimiter(db),
    passwords: cheapPasswords(),
    secrets: secretsFrom(randomBytes(32)),
    storage: {
      put: () => Promise.reject(new Error('Nothing is stored here')),
      read: async () => null,
      remove: async () => undefined,
    },
    live: {
      emitToUsers: async () => undefined,
      canHaveSocket: () => true,
      findPresence: async () => null,
    } as Partial<Live> as Live,
    log,
    telemetry,
    watch: createQueryWatch({ slowMs: config.slowQueryMs, log, telemetry }),
    findProblems: async () => [],
    redisAnswers: async () => true,
    onClose: (step) => void steps.push(step),
    ...replaced,
  })
  return {
    ...ctx,
    async close() {
      for (const step of steps.toReversed()) await step()
      await jobs.stop()
      await images.close()
      await listener.close()
    },
  }
}
