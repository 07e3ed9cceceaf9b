import { join } from 'node:path'
import type { PublicConfig } from '#contract/site.ts'
import { createProviderClients, type ProviderClients } from '#server/accounts/oauth/provider-clients.ts'
import { createPersonNames, type PersonNames } from '#server/accounts/registration/person-names.ts'
import { createRefusedWords } from '#server/accounts/refused-words/refused-words.ts'
import { type AccessTokens, createAccessTokens } from '#server/accounts/sessions/access-tokens.ts'
import {
  createGuessablePasswords,
  type GuessablePasswords,
} from '#server/accounts/sessions/guessable-passwords.ts'
import type { Passwords } from '#server/accounts/sessions/passwords.ts'
import { createRevocations, type Revocations } from '#server/accounts/sessions/revocations.ts'
import { type CategoryCache, createCategoryCache } from '#server/catalog/category-cache.ts'
import { type Config, publicConfig } from '#server/config/config.ts'
import { type AddMessage, createAddMessage } from '#server/conversations/add-message.ts'
import { createMessageLimits, type MessageLimits } from '#server/conversations/message-limits.ts'
import { type BlockChanges, createBlockChanges } from '#server/blocks/block-changes.ts'
import { createGuard, type Guard } from '#server/guard/rule-cache.ts'
import { createMailboxes, type Mailboxes } from '#server/mailboxes/service.ts'
import { createCurrentNotice, type CurrentNotice } from '#server/operations/current-notice.ts'
import { createPushKeys, type LoadPushKeys } from '#server/notifications/push-keys.ts'
import { createPushTimer, type PushTimer } from '#server/notifications/push-timer.ts'
import { releaseDuePushes } from '#server/notifications/push-release.ts'
import { createUnreadBadges, type UnreadBadges } from '#server/notifications/unread-badges.ts'
import { createKeyedMutex, type KeyedMutex } from '#server/platform/concurrency/keyed-mutex.ts'
import { createPublicPhotos, type PublicPhotos } from '#server/photos/public-photos.ts'
import type { Database } from '#server/platform/db/connect.ts'
import type { QueryWatch } from '#server/platform/db/query-watch.ts'
import type { Listener } from '#server/platform/db/listener.ts'
import type { ReadRoutes } from '#server/platform/db/replicas/read-routes.ts'
import { type AddressReader, addressReader } from '#server/platform/http/client-address.ts'
import { photoSigner, type PhotoSigning } from '#server/platform/http/files/photo-signer.ts'
import { createFindPhoto, type FindPhoto } from '#server/platform/http/files/photos.ts'
import { createUploads, type Uploads } from '#server/platform/http/files/upload.ts'
import { limitsOfNetworks } from '#server/platform/http/limits/limits-of-networks.ts'
import { limitsOfPeople } from '#server/platform/http/limits/limits-of-people.ts'
import type { Pace } from '#server/platform/http/limits/paced-body.ts'
import type { RateLimiter } from '#server/platform/http/limits/rate-limit.ts'
import { createPurges } from '#server/platform/http/cdn/purging.ts'
import { publicChanges, type PublicChanges } from '#server/platform/http/pages/public-changes.ts'
import type { ImageProcessor } from '#server/platform/images/image-processor.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { Live } from '#server/platform/live/live.ts'
import { createMailAllowance, type MailAllowance } from '#server/platform/mail/mail-allowance.ts'
import { loggedMailer } from '#server/platform/mail/mail-log.ts'
import type { Mailer } from '#server/platform/mail/mailer.ts'
import type { DevMailbox } from '#server/platform/dev-mailbox/dev-mailbox.ts'
import type { Telemetry } from '#server/platform/metrics/telemetry.ts'
import type { Log } from '#server/platform/process/log.ts'
import type { Secrets } from '#server/platform/process/secrets.ts'
import type { PushSender } from '#server/platform/push/push-sender.ts'
import type { SmsProvider } from '#server/platform/sms/sms-provider.ts'
import { createSearchCounter, type SearchCounter } from '#server/search/popular-searches.ts'
import { createSearchCaches, type SearchCaches } from '#server/search/search-caches.ts'
import { createViewCounter, type ViewCounter } from '#server/selling/view-counter.ts'
import type { StandIns } from '#server/platform/stand-ins/stand-ins.ts'
import type { Storage } from '#server/platform/storage/storage.ts'

/** What the process opens at its start and closes at its end. */
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
  /** Undefined where the deployment has no provider. */
  sms: SmsProvider | undefined
  push: PushSender
  /** Shown at /dev/outbox while the site runs on this machine. */
  devMailbox: DevMailbox
  log: Log
  telemetry: Telemetry
  /** What statements took. */
  watch: QueryWatch
  /** What keeps the process from serving everything. */
  findProblems: () => Promise<string[]>
  /** True where the site has no Redis. */
  redisAnswers: () => Promise<boolean>
  /** Adds a step to the end of the process, run while the database is still there. */
  onClose: (step: () => Promise<void>) => void
  /** Only tests let browsers work less. */
  browserCheckBits?: number
  /** Only tests have less patience with senders. */
  uploadPace?: Pace
}

/**
 * What operations of every domain work with. Each takes the part it needs as its first argument; what must live
 * between calls (a cache, a counter) is an object made here, once for each process.
 */
export interface Context extends Platform {
  site: PublicConfig
  /** Milliseconds since 1970. */
  now: () => number
  addressOf: AddressReader
  accessTokens: AccessTokens
  revocations: Revocations
  providerClients: ProviderClients
  personNames: PersonNames
  changes: PublicChanges
  currentNotice: CurrentNotice
  mailboxes: Mailboxes
  mailAllowance: MailAllowance
  signer: PhotoSigning
  uploads: Uploads
  categoryCache: CategoryCache
  searchCaches: SearchCaches
  searchCounter: SearchCounter
  blockChanges: BlockChanges
  addMessage: AddMessage
  guard: Guard
  guessablePasswords: GuessablePasswords
  messageLimits: MessageLimits
  messageMutex: KeyedMutex
  publicPhotos: PublicPhotos
  findPhoto: FindPhoto
  viewCounter: ViewCounter
  pushKeys: LoadPushKeys
  pushTimer: PushTimer
  unreadBadges: UnreadBadges
}

function openChanges({ config, jobs, listener, replicas, standIns }: Platform): PublicChanges {
  const changes = publicChanges({
    listener,
    purges: createPurges(jobs, config.cdn),
    takedowns: standIns.takedowns,
    hasOtherMachines: config.database.kind === 'url',
  })
  // Before anything is cleared that may be filled again at once.
  changes.onChange(replicas.showAllUntilNow)
  return changes
}

export function createContext(platform: Platform): Context {
  const { config, db, longReads, listener, secrets, log, telemetry } = platform
  const mailboxes = createMailboxes(secrets)
  const addressOf = addressReader(config.trustedProxies)
  const changes = openChanges(platform)
  const categoryCache = createCategoryCache(db, Date.now)
  changes.onChange((change) => {
    if (change === 'market' || change === 'withheld') categoryCache.clear()
  })
  const viewCounter = createViewCounter({ db, log, now: Date.now })
  platform.onClose(viewCounter.close)
  const searchCounter = createSearchCounter({ db, secrets, log, now: Date.now })
  platform.onClose(searchCounter.close)
  const publicPhotos = createPublicPhotos({ ...platform, now: Date.now })
  const signer = photoSigner(secrets, Date.now)
  return {
    ...platform,
    mailer: loggedMailer(platform.mailer, { db, log, telemetry }),
    site: publicConfig(config),
    // Called anew each time, because tests replace Date.now.
    now: () => Date.now(),
    addressOf,
    accessTokens: createAccessTokens(secrets),
    revocations: createRevocations({ db, listener }),
    providerClients: createProviderClients({ config, now: Date.now }),
    guessablePasswords: createGuessablePasswords(publicConfig(config).siteName),
    personNames: createPersonNames(publicConfig(config).siteName, createRefusedWords({ db, listener })),
    limiter: limitsOfNetworks(
      limitsOfPeople(platform.limiter, (personId) => mailboxes.subjectOf(db, personId)),
    ),
    changes,
    currentNotice: createCurrentNotice({ db, listener, changes, now: Date.now }),
    mailboxes,
    mailAllowance: createMailAllowance({ limiter: platform.limiter, keyOf: mailboxes.keyOf, log }),
    signer,
    uploads: createUploads({
      addressOf,
      folder: join(config.dataDir, 'uploads'),
      pace: platform.uploadPace,
    }),
    categoryCache,
    searchCaches: createSearchCaches(longReads, Date.now),
    searchCounter,
    blockChanges: createBlockChanges(platform),
    addMessage: createAddMessage(db),
    guard: createGuard({ db, listener, log, publicUrl: publicConfig(config).publicUrl }),
    messageLimits: createMessageLimits(),
    messageMutex: createKeyedMutex(),
    publicPhotos,
    findPhoto: createFindPhoto({ findPublic: publicPhotos.find, signing: signer }),
    viewCounter,
    pushKeys: createPushKeys({ db, secrets, log }),
    pushTimer: createPushTimer({ ...platform, release: () => releaseDuePushes(platform) }),
    unreadBadges: createUnreadBadges(platform),
  }
}
