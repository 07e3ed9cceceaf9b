import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { type MoneyFormat, PROVIDERS, type PublicConfig } from '#contract/site.ts'
import { BootError } from '#server/platform/process/boot-error.ts'
import { type BackupConfig, backupConfig } from './backup-config.ts'
import { cdnConfig, type CdnConfig } from './cdn-config.ts'
import { type MetricsConfig, metricsConfig } from './metrics-config.ts'
import { type MailConfig, messagingConfig, type SmsConfig, type SmsLimits } from './messaging-config.ts'
import { type OAuthConfig, oauthConfig } from './oauth-config.ts'
import { type PushConfig, pushConfig } from './push-config.ts'
import { type StorageConfig, storageConfig } from './s3-config.ts'
import { maskPassword, redacted } from './redacted.ts'
import { toList } from './setting-checks.ts'
import { processesFor } from './processes-for.ts'
import { readSettings, type SettingValues } from './settings.ts'
import type { RedisTarget } from '#server/platform/redis/redis.ts'
import { isThisMachine } from '#server/platform/process/this-machine.ts'

export type DatabaseConfig =
  | { kind: 'embedded' }
  /** `directUrl` bypasses a pooler. */
  | { kind: 'url'; url: string; directUrl: string }

export interface Config {
  /** Number of processes that share the port. */
  processes: number
  /** Vite serves the client, unbuilt. */
  development: boolean
  port: number
  /** Addresses to listen on; an empty list means all addresses of the machine. */
  hosts: readonly string[]
  /** Origin without a trailing slash. */
  publicUrl: string
  /** Whether PUBLIC_URL points to this machine. */
  isLocal: boolean
  dataDir: string
  database: DatabaseConfig
  replicas: { urls: readonly string[] }
  storage: StorageConfig
  cdn: CdnConfig | undefined
  /** Without addresses, processes share their state through the database. */
  redis: RedisTarget
  accounts: { signup: boolean; emailVerification: boolean }
  /** Base64; undefined if the key is stored in DATA_DIR. */
  secret: { key: string | undefined }
  /** Addresses and ranges of proxies whose X-Forwarded-For is trusted. */
  trustedProxies: readonly string[]
  mail: MailConfig
  sms: SmsConfig
  smsLimits: SmsLimits
  push: PushConfig
  oauth: OAuthConfig
  demo: boolean
  /** Maximum wait of a person's first listing for a moderator; 0 shows it at once. */
  firstListingMinutes: number
  site: { name: string; currency: string; locale: string; timeZone: string; supportEmail: string }
  log: { level: string }
  /** Milliseconds after which a statement counts as slow. */
  slowQueryMs: number
  metrics: MetricsConfig
  backup: BackupConfig
  /** True if OTEL_EXPORTER_OTLP_ENDPOINT is set; OpenTelemetry reads its own settings. */
  traces: boolean
}

/** Reads the settings. Throws a BootError with one line for every invalid setting. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const { settings, problems: badSettings } = readSettings(env)
  if (badSettings.length > 0) throw new BootError(badSettings)
  const port = Number(settings.PORT)
  const publicUrl = new URL(settings.PUBLIC_URL ?? `http://localhost:${port}`)
  const isLocal = isThisMachine(publicUrl.hostname)
  const { mail, sms, smsLimits, problems } = messagingConfig(settings, isLocal)
  const { oauth, problems: oauthProblems } = oauthConfig(settings)
  const { storage, problems: storageProblems } = storageConfig(settings)
  const { cdn, problems: cdnProblems } = cdnConfig(settings)
  const { backup, problems: backupProblems } = backupConfig(settings)
  problems.push(...oauthProblems, ...storageProblems, ...cdnProblems, ...backupProblems)
  if (!isLocal && publicUrl.protocol === 'http:')
    problems.push('PUBLIC_URL must begin with https://, because it is public and passwords are sent there.')
  if (problems.length > 0) throw new BootError(problems)
  return deepFreeze({
    processes: processesOf(settings),
    development: settings.NODE_ENV === 'development',
    port,
    hosts: hostsOf(settings.HOST, isLocal),
    publicUrl: publicUrl.origin,
    isLocal,
    dataDir: resolve(settings.DATA_DIR),
    database: databaseAt(settings.DATABASE_URL, settings.DATABASE_DIRECT_URL),
    replicas: replicasAt(settings.DATABASE_READ_URL),
    storage,
    cdn,
    redis: redisAt(settings.REDIS_URL, settings.REDIS_SENTINELS),
    accounts: { signup: settings.SIGNUP === 'on', emailVerification: settings.EMAIL_VERIFICATION === 'on' },
    secret: redacted({ key: settings.SECRET_KEY }, { key: '***' }),
    trustedProxies: settings.TRUSTED_PROXIES === undefined ? [] : toList(settings.TRUSTED_PROXIES),
    mail,
    sms,
    smsLimits,
    push: pushConfig(settings),
    oauth,
    demo: isLocal && settings.DEMO === 'on',
    firstListingMinutes: Number(settings.FIRST_LISTING_MINUTES),
    site: {
      name: settings.SITE_NAME,
      currency: settings.CURRENCY,
      locale: settings.LOCALE,
      timeZone: settings.TIME_ZONE,
      supportEmail: settings.SUPPORT_EMAIL,
    },
    log: { level: settings.LOG_LEVEL },
    slowQueryMs: Number(settings.SLOW_QUERY_MS),
    metrics: metricsConfig(settings),
    backup,
    traces: settings.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
  })
}

/** Vite serves the unbuilt client in one process. */
function processesOf({ NODE_ENV: mode, PROCESSES: wanted }: SettingValues): number {
  if (mode === 'development') return 1
  return wanted === undefined ? processesFor(availableParallelism()) : Number(wanted)
}

/** A market with demo sign-ins and a dev mailbox must not be reachable from other machines. */
function hostsOf(host: string | undefined, isLocal: boolean): string[] {
  if (host === '*') return []
  if (host !== undefined) return [host]
  return isLocal ? ['127.0.0.1', '::1'] : []
}

function databaseAt(url: string | undefined, directUrl = url): DatabaseConfig {
  if (url === undefined || directUrl === undefined) return { kind: 'embedded' }
  const masks = { url: maskPassword(url), directUrl: maskPassword(directUrl) }
  return redacted({ kind: 'url', url, directUrl }, masks)
}

function replicasAt(list: string | undefined): Config['replicas'] {
  const urls = list === undefined ? [] : toList(list)
  return redacted({ urls }, { urls: urls.map(maskPassword) })
}

function redisAt(list: string | undefined, sentinels: string | undefined): RedisTarget {
  const urls = list === undefined ? [] : toList(list)
  const target = { urls, sentinels: sentinels === undefined ? [] : toList(sentinels) }
  return redacted(target, { urls: urls.map(maskPassword) })
}

function deepFreeze<T extends object>(value: T): T {
  for (const child of Object.values(value)) if (typeof child === 'object' && child) deepFreeze(child)
  return Object.freeze(value)
}

export function publicConfig({ site, publicUrl, oauth, sms }: Config): PublicConfig {
  const { name, locale, timeZone, currency, supportEmail } = site
  const money = moneyFormat(locale, currency)
  const providers = PROVIDERS.filter((provider) => oauth[provider] !== undefined)
  const phoneSignIn = sms.kind !== 'off'
  return { siteName: name, publicUrl, locale, timeZone, supportEmail, money, providers, phoneSignIn }
}

function moneyFormat(locale: string, currency: string): MoneyFormat {
  const numberFormat = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: 2,
    numberingSystem: 'latn',
  }).formatToParts(1_234_567)
  const part = (type: string) => numberFormat.find((each) => each.type === type)?.value
  const index = (type: string) => numberFormat.findIndex((each) => each.type === type)
  const symbolAfter = index('currency') > index('integer')
  // The space of 'CHF 1' belongs to the symbol, because amounts are written without a space between the two.
  const gap = symbolAfter ? undefined : numberFormat[index('currency') + 1]
  return {
    currency,
    symbol: (part('currency') ?? currency) + (gap?.type === 'literal' ? gap.value : ''),
    symbolAfter,
    group: part('group') ?? '',
    decimal: part('decimal') ?? '.',
  }
}
