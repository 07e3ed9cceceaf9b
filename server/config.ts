import { isIP } from 'node:net'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { type MoneyFormat, PROVIDERS, type PublicConfig } from '#contract/site.ts'
import { BootError } from './boot-error.ts'
import { type MailConfig, MESSAGING_SETTINGS, messagingConfig, type SmsConfig } from './messaging-config.ts'
import { OAUTH_SETTINGS, type OAuthConfig, oauthConfig } from './oauth-config.ts'
import { PUSH_SETTINGS, type PushConfig, pushConfig } from './push-config.ts'
import { S3_SETTINGS, type StorageConfig, storageConfig } from './s3-config.ts'
import { maskPassword, secretive } from './secretive.ts'
import { setting, textThat } from './setting.ts'
import { isThisMachine } from './this-machine.ts'

export type DatabaseConfig = { kind: 'embedded' } | { kind: 'url'; url: string }

export interface Config {
  /** Vite serves the client, unbuilt. */
  development: boolean
  port: number
  /** Undefined listens on every address of the machine. */
  host: string | undefined
  /** Origin without a trailing slash. */
  publicUrl: string
  /** Whether PUBLIC_URL points to this machine. */
  isLocal: boolean
  dataDir: string
  database: DatabaseConfig
  storage: StorageConfig
  /** Undefined: processes share what they must through the database. */
  redis: { url: string | undefined }
  accounts: { signup: boolean; emailVerification: boolean }
  /** Base64; undefined keeps one in DATA_DIR. */
  secret: { key: string | undefined }
  /** Addresses and ranges whose X-Forwarded-For is believed. */
  trustedProxies: readonly string[]
  mail: MailConfig
  sms: SmsConfig
  push: PushConfig
  oauth: OAuthConfig
  /** Demo data and demo sign-ins exist. */
  demo: boolean
  site: { name: string; currency: string; locale: string; timeZone: string; supportEmail: string }
  log: { level: string }
}

const accepts = (construct: (text: string) => unknown) => (text: string) => {
  try {
    construct(text)
    return true
  } catch {
    return false
  }
}

const currencies = new Set(Intl.supportedValuesOf('currency'))
const isOrigin = (value: string) => {
  if (!URL.canParse(value)) return false
  const { protocol, pathname, search, hash, username } = new URL(value)
  return /^https?:$/.test(protocol) && pathname === '/' && !search && !hash && !username
}

const isAddressRange = (range: string) => {
  const [address = '', bits, ...rest] = range.trim().split('/')
  const version = isIP(address)
  return (
    version !== 0 && rest.length === 0 && (bits === undefined || Number(bits) <= (version === 6 ? 128 : 32))
  )
}

const Settings = z.object({
  NODE_ENV: z._default(
    z.enum(['production', 'development', 'test'], 'must be production, development or test'),
    'production',
  ),
  PORT: z._default(
    textThat(
      (value) => /^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 65_535,
      'must be a port from 1 to 65535, such as 3000',
    ),
    '3000',
  ),
  HOST: setting(
    (value) => !/[\s/]/.test(value),
    'must be an address of this machine, such as 127.0.0.1, or be left out',
  ),
  PUBLIC_URL: setting(isOrigin, 'must be an address without a path, such as https://market.example'),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: setting(
    (value) => /^postgres(ql)?:\/\//.test(value) && URL.canParse(value),
    'must look like postgres://user:password@host:5432/name, with special characters of the password %-encoded',
  ),
  REDIS_URL: setting(
    (value) => /^rediss?:\/\//.test(value) && URL.canParse(value),
    'must look like redis://user:password@host:6379/0, or rediss:// for TLS',
  ),
  SITE_NAME: z._default(
    textThat((value) => value.length <= 40, 'must have at most 40 characters'),
    'Sankofa',
  ),
  CURRENCY: z._default(
    textThat((value) => currencies.has(value), 'must be an ISO 4217 code, such as GHS'),
    'GHS',
  ),
  LOCALE: z._default(
    textThat(
      accepts((value) => new Intl.Locale(value)),
      'must be a language and region, such as en-GH',
    ),
    'en-GH',
  ),
  TIME_ZONE: z._default(
    textThat(
      accepts((value) => new Intl.DateTimeFormat('en', { timeZone: value })),
      'must be a time zone such as Africa/Accra',
    ),
    'Africa/Accra',
  ),
  SUPPORT_EMAIL: z._default(
    z.email('must be an e-mail address, such as support@market.example'),
    'support@example.com',
  ),
  SECRET_KEY: setting(
    (value) => /^[A-Za-z0-9+/]{43}=?$/.test(value),
    'must be 32 random bytes in base64, as `openssl rand -base64 32` prints them',
  ),
  SIGNUP: z._default(z.enum(['on', 'off'], 'must be on or off'), 'on'),
  EMAIL_VERIFICATION: z._default(z.enum(['on', 'off'], 'must be on or off'), 'on'),
  TRUSTED_PROXIES: setting(
    (value) => value.split(',').every(isAddressRange),
    'must be addresses or ranges with commas between, such as 10.0.0.0/8',
  ),
  ...MESSAGING_SETTINGS,
  ...PUSH_SETTINGS,
  ...OAUTH_SETTINGS,
  ...S3_SETTINGS,
  DEMO: z._default(z.enum(['on', 'off'], 'must be on or off'), 'on'),
  LOG_LEVEL: z._default(
    z.enum(
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      'must be trace, debug, info, warn, error, fatal or silent',
    ),
    'info',
  ),
})

export const SETTING_NAMES: readonly string[] = Object.keys(Settings.shape)

/** Reads the settings. Throws a BootError with one line for every bad one. */
export function readConfig(env: Record<string, string | undefined>): Config {
  // An empty line of an .env file means the default.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const result = z.safeParse(Settings, given)
  if (!result.success) {
    throw new BootError(result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`))
  }
  const settings = result.data
  const port = Number(settings.PORT)
  const publicUrl = new URL(settings.PUBLIC_URL ?? `http://localhost:${port}`)
  const isLocal = isThisMachine(publicUrl.hostname)
  const { mail, sms, problems } = messagingConfig(settings, isLocal)
  const { oauth, problems: oauthProblems } = oauthConfig(settings)
  const { storage, problems: storageProblems } = storageConfig(settings)
  problems.push(...oauthProblems, ...storageProblems)
  if (problems.length > 0) throw new BootError(problems)
  return deepFreeze({
    development: settings.NODE_ENV === 'development',
    port,
    host: settings.HOST,
    publicUrl: publicUrl.origin,
    isLocal,
    dataDir: resolve(settings.DATA_DIR),
    database: settings.DATABASE_URL ? databaseAt(settings.DATABASE_URL) : { kind: 'embedded' },
    storage,
    redis: redisAt(settings.REDIS_URL),
    accounts: { signup: settings.SIGNUP === 'on', emailVerification: settings.EMAIL_VERIFICATION === 'on' },
    secret: secretive({ key: settings.SECRET_KEY }, { key: '***' }),
    trustedProxies: settings.TRUSTED_PROXIES?.split(',').map((range) => range.trim()) ?? [],
    mail,
    sms,
    push: pushConfig(settings),
    oauth,
    demo: isLocal && settings.DEMO === 'on',
    site: {
      name: settings.SITE_NAME,
      currency: settings.CURRENCY,
      locale: settings.LOCALE,
      timeZone: settings.TIME_ZONE,
      supportEmail: settings.SUPPORT_EMAIL,
    },
    log: { level: settings.LOG_LEVEL },
  })
}

const databaseAt = (url: string): DatabaseConfig =>
  secretive({ kind: 'url', url }, { url: maskPassword(url) })

const redisAt = (url: string | undefined): Config['redis'] =>
  secretive({ url }, { url: url && maskPassword(url) })

function deepFreeze<T extends object>(value: T): T {
  for (const child of Object.values(value)) if (typeof child === 'object' && child) deepFreeze(child)
  return Object.freeze(value)
}

/** The part of the settings that browsers get. */
export function publicConfig({ site, publicUrl, oauth }: Config): PublicConfig {
  const { name, locale, timeZone, currency, supportEmail } = site
  const money = moneyFormat(locale, currency)
  const providers = PROVIDERS.filter((provider) => oauth[provider] !== undefined)
  return { siteName: name, publicUrl, locale, timeZone, supportEmail, money, providers }
}

function moneyFormat(locale: string, currency: string): MoneyFormat {
  const parts = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: 2,
    numberingSystem: 'latn',
  }).formatToParts(1_234_567)
  const part = (type: string) => parts.find((each) => each.type === type)?.value
  const place = (type: string) => parts.findIndex((each) => each.type === type)
  const symbolAfter = place('currency') > place('integer')
  // 'CHF 1' keeps its space with the symbol, since amounts are written without one before.
  const gap = symbolAfter ? undefined : parts[place('currency') + 1]
  return {
    currency,
    symbol: (part('currency') ?? currency) + (gap?.type === 'literal' ? gap.value : ''),
    symbolAfter,
    group: part('group') ?? '',
    decimal: part('decimal') ?? '.',
  }
}
