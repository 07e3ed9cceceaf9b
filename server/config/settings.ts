import { isSender } from '#server/platform/mail/address.ts'
import { mayGetSecrets } from '#server/platform/process/this-machine.ts'
import { isCountry } from '#server/platform/sms/sms-countries.ts'
import { BACKUP_SETTINGS } from './backup-settings.ts'
import { CDN_SETTINGS } from './cdn-settings.ts'
import type { Setting } from './setting.ts'
import { ADDRESS_SETTINGS } from './address-settings.ts'
import { DATABASE_SETTINGS } from './database-settings.ts'
import {
  isAddressRange,
  isCurrency,
  isDeepLink,
  isEmail,
  isHost,
  isKeyRing,
  isListOf,
  isMinutes,
  isLocale,
  isOneOf,
  isSmtpUrl,
  isStorageEndpoint,
  isTimeZone,
  isUrlOf,
  SECRET_CHARACTERS_MIN,
} from './setting-checks.ts'
import { WATCHING_SETTINGS } from './watching-settings.ts'

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']
const SMS_PROVIDERS = ['outbox', 'webhook', 'hubtel']

const onOff = { default: 'on', isValid: isOneOf('on', 'off'), problem: 'must be on or off' }
const isProviderUrl = (text: string) => mayGetSecrets(text) && /^[^?#@]*[^/?#@]$/.test(text)
const providerUrl = {
  isValid: isProviderUrl,
  problem: 'must be an https address without a slash at its end',
}
const none = { without: 'none' }

/** From this table the settings are read; README's table and .env.example are generated from it. */
export const SETTINGS = {
  NODE_ENV: {
    default: 'production',
    meaning:
      '`development` serves the client unbuilt; `npm start` and `npm run dev` set it themselves, whatever stands here',
    isValid: isOneOf('production', 'development', 'test'),
    problem: 'must be production, development or test',
  },
  ...ADDRESS_SETTINGS,
  DATA_DIR: {
    default: './data',
    meaning: "folder for photos, the deployment's key, and the database that comes along",
  },
  ...DATABASE_SETTINGS,
  REDIS_URL: {
    without: 'the database, which is enough for two or three processes',
    meaning:
      'a Redis, 6.2 or newer, that carries live events between processes and counts limits; several nodes of one cluster with commas between',
    example: 'redis://user:password@localhost:6379/0',
    isValid: isListOf(isUrlOf(/^rediss?:\/\//)),
    problem:
      'must look like redis://user:password@host:6379/0, or rediss:// for TLS, several nodes of a cluster with commas between',
  },
  REDIS_SENTINELS: {
    ...none,
    meaning:
      'sentinels with commas between, `host:port`; the host in `REDIS_URL` is then the name by which they know the Redis',
    example: 'sentinel-1:26379,sentinel-2:26379',
    isValid: isListOf(isHost),
    problem: 'must be hosts with their ports and commas between, such as sentinel-1:26379,sentinel-2:26379',
  },
  S3_ENDPOINT: {
    without: '`DATA_DIR`',
    meaning:
      'a bucket of any S3-compatible service for photos and exports, all five or none; it stays private, and the key may list, read, write and delete there',
    example: 'https://s3.eu-west-1.amazonaws.com',
    isValid: isStorageEndpoint,
    problem: 'must be an address without a slash at its end, such as https://s3.eu-west-1.amazonaws.com',
  },
  S3_BUCKET: {
    ...none,
    meaning: 'its name',
    example: 'market-photos',
    isValid: (text) => /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text),
    problem: 'must be the name of a bucket: 3 to 63 small letters, digits, dots and hyphens',
  },
  S3_REGION: {
    ...none,
    meaning: 'its region, or `auto`',
    example: 'eu-west-1',
    isValid: (text) => /^[a-z0-9-]{2,40}$/.test(text),
    problem: 'must be a region such as eu-west-1, or auto',
  },
  S3_ACCESS_KEY_ID: { ...none, meaning: 'the id of its key' },
  S3_SECRET_ACCESS_KEY: { ...none, meaning: 'its key' },
  ...CDN_SETTINGS,
  SITE_NAME: {
    default: 'Sankofa',
    meaning: 'name of the market',
    isValid: (text) => text.length <= 40,
    problem: 'must have at most 40 characters',
  },
  CURRENCY: {
    default: 'GHS',
    meaning: 'currency of the market (ISO 4217)',
    isValid: isCurrency,
    problem: 'must be an ISO 4217 code, such as GHS',
  },
  LOCALE: {
    default: 'en-GH',
    meaning: 'language and region by which it writes numbers and dates',
    isValid: isLocale,
    problem: 'must be a language and region, such as en-GH',
  },
  TIME_ZONE: {
    default: 'Africa/Accra',
    meaning: 'time zone by which its days begin',
    isValid: isTimeZone,
    problem: 'must be a time zone such as Africa/Accra',
  },
  SUPPORT_EMAIL: {
    default: 'support@example.com',
    meaning: 'where people reach the operator',
    isValid: isEmail,
    problem: 'must be an e-mail address, such as support@market.example',
  },
  SECRET_KEY: {
    without: 'made once, in `DATA_DIR`',
    meaning:
      '32 random bytes in base64 (`openssl rand -base64 32`), the same for every process; `npm run admin -- keys rotate` says what comes after it',
    isValid: isKeyRing,
    problem: 'must be 32 random bytes in base64, as `openssl rand -base64 32` prints them',
  },
  SIGNUP: { ...onOff, meaning: '`off`: nobody new can register' },
  EMAIL_VERIFICATION: { ...onOff, meaning: '`off`: a new account need not confirm its e-mail address' },
  TRUSTED_PROXIES: {
    ...none,
    meaning:
      'addresses or ranges of your own proxies, with commas between, whose `X-Forwarded-For` is believed',
    example: '10.0.0.0/8',
    isValid: isListOf(isAddressRange),
    problem: 'must be addresses or ranges with commas between, such as 10.0.0.0/8',
  },
  SMTP_URL: {
    without: 'the dev mailbox, `/dev/outbox`',
    meaning:
      'the mail server, required once `PUBLIC_URL` is public; `smtp://` asks for STARTTLS, `?tls=optional` is for a relay in your own network',
    example: 'smtps://user:password@mail.example',
    isValid: isSmtpUrl,
    problem: 'must look like smtps://user:password@mail.example, with special characters %-encoded',
  },
  MAIL_FROM: {
    ...none,
    meaning: 'the sender of mails, required with `SMTP_URL`',
    example: 'Sankofa <hello@market.example>',
    isValid: isSender,
    problem: 'must be the sender of mails, such as Sankofa <hello@market.example>',
  },
  SMS_PROVIDER: {
    without: 'the dev mailbox on this machine; a public site offers nothing that needs an SMS',
    meaning:
      'who sends SMS: `webhook`, `hubtel`, or `outbox` (the dev mailbox) for a site on this machine alone',
    example: 'hubtel',
    isValid: isOneOf(...SMS_PROVIDERS),
    problem: 'must be outbox, webhook or hubtel',
  },
  SMS_COUNTRIES: {
    default: '+233',
    meaning: 'countries whose numbers get SMS, with commas between; satellite and premium numbers never do',
    isValid: isListOf(isCountry),
    problem: 'must be country codes with commas between, such as +233,+234',
  },
  SMS_PER_HOUR: {
    default: '300',
    meaning: 'the most SMS that the site sends in an hour; an error in the log says when it is met',
    isValid: (text) => /^[1-9]\d{0,5}$/.test(text),
    problem: 'must be how many SMS may go out in an hour, such as 300',
  },
  SMS_WEBHOOK_URL: {
    ...none,
    meaning:
      '`webhook`: your own service, which gets `{"id","to","text"}` with `X-Signature: t=<seconds>,v1=<HMAC-SHA256 of "<seconds>.<body>">`',
    example: 'https://sms.market.example/send',
    isValid: mayGetSecrets,
    problem: 'must be an https address',
  },
  SMS_WEBHOOK_SECRET: {
    ...none,
    meaning: 'the key of that signature',
    isValid: (text) => text.length >= SECRET_CHARACTERS_MIN,
    problem: `must have at least ${SECRET_CHARACTERS_MIN} characters`,
  },
  HUBTEL_CLIENT_ID: { ...none, meaning: "`hubtel`: the id of Hubtel's Programmable SMS" },
  HUBTEL_CLIENT_SECRET: { ...none, meaning: 'its key' },
  HUBTEL_SENDER: {
    ...none,
    meaning: 'the sender name that Hubtel has approved',
    example: 'Sankofa',
    isValid: (text) => /^[A-Za-z0-9 ]{1,11}$/.test(text),
    problem: 'must be the approved sender name, at most 11 letters and digits',
  },
  PUSH_HOSTS: {
    ...none,
    meaning:
      "only for tests: push services besides the browsers' own, also at private addresses, `host:port` with commas between",
    example: 'localhost:4443',
    isValid: isListOf(isHost),
    problem: 'must be hosts with their ports and commas between, such as localhost:4443',
  },
  GOOGLE_CLIENT_ID: {
    ...none,
    meaning:
      'signing in with Google: the client id from its console, where `PUBLIC_URL/api/auth/oauth/google/callback` is an allowed redirect address; without both there is no button',
  },
  GOOGLE_CLIENT_SECRET: { ...none, meaning: 'its secret' },
  GITHUB_CLIENT_ID: {
    ...none,
    meaning: 'the same for GitHub, with `PUBLIC_URL/api/auth/oauth/github/callback`',
  },
  GITHUB_CLIENT_SECRET: { ...none, meaning: 'its secret' },
  GOOGLE_ISSUER: { ...providerUrl, default: 'https://accounts.google.com', meaning: 'only for tests' },
  GITHUB_URL: { ...providerUrl, default: 'https://github.com', meaning: 'for tests and GitHub Enterprise' },
  GITHUB_API_URL: {
    ...providerUrl,
    default: 'https://api.github.com',
    meaning: 'for tests and GitHub Enterprise',
  },
  NATIVE_CALLBACK: {
    ...none,
    meaning:
      'deep link of [your native app](docs/native-app.md), which gets the result of signing in with Google or GitHub',
    example: 'market.example://auth/callback',
    isValid: isDeepLink,
    problem: "must be your app's deep link, such as market.example://auth/callback",
  },
  DEMO: {
    ...onOff,
    meaning: '`off`: an empty market; demo data exist only while `PUBLIC_URL` points to this machine',
  },
  FIRST_LISTING_MINUTES: {
    default: '0',
    meaning:
      'how many minutes somebody’s first listing waits at most for a moderator, while one is there; 0: it is shown at once',
    isValid: isMinutes,
    problem: 'must be a whole number of minutes from 0 to 120',
  },
  LOG_LEVEL: {
    default: 'info',
    meaning:
      'the least important of the JSON lines on standard output: trace, debug, info, warn, error, fatal or silent',
    isValid: isOneOf(...LOG_LEVELS),
    problem: 'must be trace, debug, info, warn, error, fatal or silent',
  },
  ...BACKUP_SETTINGS,
  ...WATCHING_SETTINGS,
} as const satisfies Record<string, Setting>

type Settings = typeof SETTINGS
export type SettingName = keyof Settings
export type SettingValues = {
  [Name in SettingName]: Settings[Name] extends { default: string } ? string : string | undefined
}

/** The values by name, and a line for each bad one. An empty line of an .env file means the default. */
export function readSettings(env: Record<string, string | undefined>): {
  settings: SettingValues
  problems: string[]
} {
  const problems: string[] = []
  const settings = Object.entries<Setting>(SETTINGS).map(([name, setting]) => {
    const value = env[name]?.trim() ? env[name] : undefined
    if (value !== undefined && setting.isValid?.(value) === false)
      problems.push(`${name} ${setting.problem}.`)
    return [name, value ?? setting.default]
  })
  return { settings: Object.fromEntries(settings) as SettingValues, problems }
}
