import { isSender } from '#server/platform/mail/address.ts'
import { isSafeForSecrets } from '#server/platform/process/this-machine.ts'
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
const isProviderUrl = (text: string) => isSafeForSecrets(text) && /^[^?#@]*[^/?#@]$/.test(text)
const providerUrl = {
  isValid: isProviderUrl,
  problem: 'must be an https address without a slash at its end',
}
const none = { without: 'none' }

/** All settings. `npm run generate` writes docs/settings.md and .env.example from them. */
export const SETTINGS = {
  NODE_ENV: {
    default: 'production',
    use: 'tests',
    meaning: 'Set by `npm start` and `npm run dev` themselves. `development` serves the client unbuilt.',
    isValid: isOneOf('production', 'development', 'test'),
    problem: 'must be production, development or test',
  },
  ...ADDRESS_SETTINGS,
  DATA_DIR: {
    default: './data',
    meaning: 'Folder for photos, the secret key and the built-in database.',
  },
  ...DATABASE_SETTINGS,
  REDIS_URL: {
    without: 'the database, which is enough for two or three processes',
    meaning:
      'Redis 6.2 or newer, which carries live events between processes and counts limits. Separate several nodes of one cluster by commas.',
    example: 'redis://user:password@localhost:6379/0',
    isValid: isListOf(isUrlOf(/^rediss?:\/\//)),
    problem:
      'must look like redis://user:password@host:6379/0, or rediss:// for TLS, several nodes of a cluster with commas between',
  },
  REDIS_SENTINELS: {
    ...none,
    meaning:
      'Sentinels as `host:port`, separated by commas. The host in `REDIS_URL` is then the name that the sentinels use for the Redis.',
    example: 'sentinel-1:26379,sentinel-2:26379',
    isValid: isListOf(isHost),
    problem: 'must be hosts with their ports and commas between, such as sentinel-1:26379,sentinel-2:26379',
  },
  S3_ENDPOINT: {
    without: 'photos are stored in `DATA_DIR`',
    meaning:
      'S3-compatible service for photos and exports. Set all five `S3_*` settings or none. The bucket stays private; its key must be allowed to list, read, write and delete.',
    example: 'https://s3.eu-west-1.amazonaws.com',
    isValid: isStorageEndpoint,
    problem: 'must be an address without a slash at its end, such as https://s3.eu-west-1.amazonaws.com',
  },
  S3_BUCKET: {
    ...none,
    meaning: 'Name of the bucket.',
    example: 'market-photos',
    isValid: (text) => /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text),
    problem: 'must be the name of a bucket: 3 to 63 small letters, digits, dots and hyphens',
  },
  S3_REGION: {
    ...none,
    meaning: 'Region of the bucket, or `auto`.',
    example: 'eu-west-1',
    isValid: (text) => /^[a-z0-9-]{2,40}$/.test(text),
    problem: 'must be a region such as eu-west-1, or auto',
  },
  S3_ACCESS_KEY_ID: { ...none, meaning: 'Id of the access key.' },
  S3_SECRET_ACCESS_KEY: { ...none, meaning: 'The secret access key.' },
  ...CDN_SETTINGS,
  SITE_NAME: {
    default: 'Sankofa',
    meaning: 'Name of the market.',
    isValid: (text) => text.length <= 40,
    problem: 'must have at most 40 characters',
  },
  CURRENCY: {
    default: 'GHS',
    meaning: 'Currency of the market (ISO 4217).',
    isValid: isCurrency,
    problem: 'must be an ISO 4217 code, such as GHS',
  },
  LOCALE: {
    default: 'en-GH',
    meaning: 'Language and region for numbers and dates.',
    isValid: isLocale,
    problem: 'must be a language and region, such as en-GH',
  },
  TIME_ZONE: {
    default: 'Africa/Accra',
    meaning: 'Time zone of the market.',
    isValid: isTimeZone,
    problem: 'must be a time zone such as Africa/Accra',
  },
  SUPPORT_EMAIL: {
    default: 'support@example.com',
    use: 'live',
    meaning: 'Address where people reach you.',
    isValid: isEmail,
    problem: 'must be an e-mail address, such as support@market.example',
  },
  SECRET_KEY: {
    without: 'created once, in `DATA_DIR`',
    meaning:
      '32 random bytes in base64 (`openssl rand -base64 32`), the same for every process. `npm run admin -- keys rotate` prints the next value.',
    isValid: isKeyRing,
    problem: 'must be 32 random bytes in base64, as `openssl rand -base64 32` prints them',
  },
  SIGNUP: { ...onOff, meaning: '`off` stops new people from registering.' },
  EMAIL_VERIFICATION: { ...onOff, meaning: '`off` lets new accounts skip confirming their e-mail address.' },
  TRUSTED_PROXIES: {
    ...none,
    use: 'live',
    meaning:
      'Addresses or ranges of your own proxies, separated by commas. The site trusts their `X-Forwarded-For`.',
    example: '10.0.0.0/8',
    isValid: isListOf(isAddressRange),
    problem: 'must be addresses or ranges with commas between, such as 10.0.0.0/8',
  },
  SMTP_URL: {
    without: 'mail goes to the dev mailbox at `/dev/outbox`',
    use: 'live',
    meaning:
      'Your mail server, required for a public site. `smtp://` uses STARTTLS; `?tls=optional` is for a relay in your own network.',
    example: 'smtps://user:password@mail.example',
    isValid: isSmtpUrl,
    problem: 'must look like smtps://user:password@mail.example, with special characters %-encoded',
  },
  MAIL_FROM: {
    ...none,
    use: 'live',
    meaning: "Sender of the site's mail. Required with `SMTP_URL`.",
    example: 'Sankofa <hello@market.example>',
    isValid: isSender,
    problem: 'must be the sender of mails, such as Sankofa <hello@market.example>',
  },
  SMS_PROVIDER: {
    without: 'the dev mailbox on this machine; a public site then offers nothing that needs SMS',
    meaning: '`hubtel`, `webhook`, or `outbox` for the dev mailbox on this machine.',
    example: 'hubtel',
    isValid: isOneOf(...SMS_PROVIDERS),
    problem: 'must be outbox, webhook or hubtel',
  },
  SMS_COUNTRIES: {
    default: '+233',
    meaning:
      'Countries whose numbers receive SMS, separated by commas. Satellite and premium numbers never do.',
    isValid: isListOf(isCountry),
    problem: 'must be country codes with commas between, such as +233,+234',
  },
  SMS_PER_HOUR: {
    default: '300',
    meaning:
      'Maximum number of SMS that the site sends in an hour. The log has an error when the limit is reached.',
    isValid: (text) => /^[1-9]\d{0,5}$/.test(text),
    problem: 'must be the number of SMS allowed in an hour, such as 300',
  },
  SMS_WEBHOOK_URL: {
    ...none,
    meaning:
      'Your own SMS service, for `webhook`. It receives `{"id","to","text"}` with `X-Signature: t=<seconds>,v1=<HMAC-SHA256 of "<seconds>.<body>">`.',
    example: 'https://sms.market.example/send',
    isValid: isSafeForSecrets,
    problem: 'must be an https address',
  },
  SMS_WEBHOOK_SECRET: {
    ...none,
    meaning: 'Key of that signature.',
    isValid: (text) => text.length >= SECRET_CHARACTERS_MIN,
    problem: `must have at least ${SECRET_CHARACTERS_MIN} characters`,
  },
  HUBTEL_CLIENT_ID: { ...none, meaning: "Client id of Hubtel's Programmable SMS, for `hubtel`." },
  HUBTEL_CLIENT_SECRET: { ...none, meaning: 'Client secret of Hubtel.' },
  HUBTEL_SENDER: {
    ...none,
    meaning: 'Sender name that Hubtel has approved.',
    example: 'Sankofa',
    isValid: (text) => /^[A-Za-z0-9 ]{1,11}$/.test(text),
    problem: 'must be the approved sender name, at most 11 letters and digits',
  },
  PUSH_HOSTS: {
    ...none,
    use: 'tests',
    meaning:
      'Further push services besides those of the browsers, also at private addresses, as `host:port` separated by commas.',
    example: 'localhost:4443',
    isValid: isListOf(isHost),
    problem: 'must be hosts with their ports and commas between, such as localhost:4443',
  },
  GOOGLE_CLIENT_ID: {
    ...none,
    meaning:
      'Client id for sign-in with Google. Allow `PUBLIC_URL/api/auth/oauth/google/callback` as a redirect address in its console. Without id and secret the button is hidden.',
  },
  GOOGLE_CLIENT_SECRET: { ...none, meaning: 'Client secret of Google.' },
  GITHUB_CLIENT_ID: {
    ...none,
    meaning: 'Client id for sign-in with GitHub, with `PUBLIC_URL/api/auth/oauth/github/callback`.',
  },
  GITHUB_CLIENT_SECRET: { ...none, meaning: 'Client secret of GitHub.' },
  GOOGLE_ISSUER: {
    ...providerUrl,
    default: 'https://accounts.google.com',
    use: 'tests',
    meaning: 'Address of the Google sign-in service.',
  },
  GITHUB_URL: {
    ...providerUrl,
    default: 'https://github.com',
    use: 'tests',
    meaning: 'Address of GitHub, also for GitHub Enterprise.',
  },
  GITHUB_API_URL: {
    ...providerUrl,
    default: 'https://api.github.com',
    use: 'tests',
    meaning: 'Address of the GitHub API, also for GitHub Enterprise.',
  },
  NATIVE_CALLBACK: {
    ...none,
    meaning:
      'Deep link of [your native app](docs/native-app.md). It receives the result of a sign-in with Google or GitHub.',
    example: 'market.example://auth/callback',
    isValid: isDeepLink,
    problem: "must be your app's deep link, such as market.example://auth/callback",
  },
  DEMO: {
    ...onOff,
    meaning: '`off` starts with an empty market. A public site never has demo data.',
  },
  FIRST_LISTING_MINUTES: {
    default: '0',
    meaning:
      "Longest time in minutes that a person's first listing waits for a moderator while one is online. 0 shows it at once.",
    isValid: isMinutes,
    problem: 'must be a whole number of minutes from 0 to 120',
  },
  LOG_LEVEL: {
    default: 'info',
    meaning:
      'Lowest level of the JSON lines on standard output: trace, debug, info, warn, error, fatal or silent.',
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

/** The values by name, and a line for each invalid one. An empty value in an .env file means the default. */
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
