import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { PublicConfig } from '#contract/site.ts'
import { type Config, publicConfig } from '#server/config/config.ts'
import type { Database } from '#server/platform/db/connect.ts'
import type { QueryWatch } from '#server/platform/db/query-watch.ts'
import type { Listener } from '#server/platform/db/listener.ts'
import type { ReadRoutes } from '#server/platform/db/replicas/read-routes.ts'
import { type AddressReader, addressReader } from '#server/platform/http/client-address.ts'
import { photoSigner, type PhotoSigning } from '#server/platform/http/files/photo-signer.ts'
import type { CallErrorHandlers, Upload } from '#server/platform/http/routes.ts'
import { createUploads, type Uploads } from '#server/platform/http/files/upload.ts'
import type { Pace } from '#server/platform/http/limits/paced-body.ts'
import type { RateLimiter } from '#server/platform/http/limits/rate-limit.ts'
import { createPurges } from '#server/platform/http/cdn/purging.ts'
import { publicChanges, type PublicChanges } from '#server/platform/http/pages/public-changes.ts'
import type { ImageProcessor } from '#server/platform/images/image-processor.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { Live } from '#server/platform/live/live.ts'
import { loggedMailer } from '#server/platform/mail/mail-log.ts'
import type { Mailer } from '#server/platform/mail/mailer.ts'
import type { DevMailbox } from '#server/platform/dev-mailbox/dev-mailbox.ts'
import type { Telemetry } from '#server/platform/metrics/telemetry.ts'
import type { Log } from '#server/platform/process/log.ts'
import type { Secrets } from '#server/platform/process/secrets.ts'
import type { PushSender } from '#server/platform/push/push-sender.ts'
import type { SmsProvider } from '#server/platform/sms/sms-provider.ts'
import type { StandIns } from '#server/platform/http/stand-ins/stand-ins.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import type { Passwords } from '#server/accounts/sessions/passwords.ts'

/** Everything that the process opens at its start and closes at its end. */
export interface Platform extends ReadRoutes {
  config: Config
  db: Database
  storage: Storage
  images: ImageProcessor
  listener: Listener
  secrets: Secrets
  jobs: Jobs
  live: Live
  /** Shared with the other processes on this machine. */
  standIns: StandIns
  limiter: RateLimiter
  passwords: Passwords
  mailer: Mailer
  /** Undefined if the deployment has no provider. */
  sms: SmsProvider | undefined
  push: PushSender
  /** Shown at /dev/outbox while the site runs on this machine. */
  devMailbox: DevMailbox
  log: Log
  telemetry: Telemetry
  /** Durations of statements. */
  watch: QueryWatch
  /** Finds the reasons why the process cannot serve everything. */
  findProblems: () => Promise<string[]>
  /** Also true if the site has no Redis. */
  redisAnswers: () => Promise<boolean>
  /** Adds a step that runs when the process ends, before the database is closed. */
  onClose: (step: () => Promise<void>) => void
  /** Difficulty of the browser check; only tests lower it. */
  browserCheckBits?: number
  /** Minimum speed of uploads; only tests change it. */
  uploadPace?: Pace
}

/** The part of the context that knows nothing of the market. */
export interface PlatformContext extends Platform {
  site: PublicConfig
  /** Milliseconds since 1970. */
  now: () => number
  addressOf: AddressReader
  changes: PublicChanges
  signer: PhotoSigning
  uploads: Uploads
}

/**
 * The context of every domain's operations. Each takes the members it needs as its first argument. State that must
 * live between calls (a cache, a counter) belongs to a domain, whose domain.ts declares it here and opens it once for
 * each process.
 */
export interface Context extends PlatformContext {}

/** Everything that the site needs to know about a domain. */
export interface Domain {
  /** A handler for each of its endpoints. */
  routes?: object
  /** Binds each kind of job and each schedule to its function. */
  jobs?: (ctx: Context) => void
  /** Creates the domain's part of the context. */
  open?: (platform: PlatformContext) => Partial<Context>
  /** Adds routes that are not endpoints of the contract. */
  addRoutes?: (app: FastifyInstance, ctx: Context) => void
  uploads?: (ctx: Context) => Upload[]
  /** Handlers for calls whose failures need a format of their own. */
  errorHandlers?: (ctx: Context) => CallErrorHandlers
}

function openChanges({ config, jobs, listener, replicas, standIns }: Platform): PublicChanges {
  const changes = publicChanges({
    listener,
    purges: createPurges(jobs, config.cdn),
    takedowns: standIns.takedowns,
    hasOtherMachines: config.database.kind === 'url',
  })
  // This listener comes first: caches cleared by later listeners may be filled again at once, from a replica.
  changes.onChange(replicas.requireLatestReads)
  return changes
}

export function openPlatform(platform: Platform): PlatformContext {
  const { config, db, secrets, log, telemetry } = platform
  const addressOf = addressReader(config.trustedProxies)
  return {
    ...platform,
    mailer: loggedMailer(platform.mailer, { db, log, telemetry }),
    site: publicConfig(config),
    // A plain reference would not work, because tests replace Date.now.
    now: () => Date.now(),
    addressOf,
    changes: openChanges(platform),
    signer: photoSigner(secrets, Date.now),
    uploads: createUploads({
      addressOf,
      folder: join(config.dataDir, 'uploads'),
      pace: platform.uploadPace,
    }),
  }
}
