import { maskPassword, redacted } from './redacted.ts'
import { toList } from './setting-checks.ts'
import { SETTINGS, type SettingName, type SettingValues } from './settings.ts'

export type MailConfig = { kind: 'smtp'; url: string; from: string } | { kind: 'outbox' }

/** 'off' if the deployment has no provider: the site then offers nothing that needs an SMS. */
export type SmsConfig =
  | { kind: 'off' }
  | { kind: 'outbox' }
  | { kind: 'webhook'; url: string; secret: string }
  | { kind: 'hubtel'; clientId: string; clientSecret: string; from: string }

/** Countries whose numbers receive SMS, and the number of SMS in an hour. */
export interface SmsLimits {
  countries: readonly string[]
  perHour: number
}

/** Each problem is a line for an operator; the configs are valid only if there are none. */
export function messagingConfig(settings: SettingValues, isLocal: boolean) {
  const problems: string[] = []
  if (settings.SMS_PROVIDER === 'outbox' && !isLocal) {
    problems.push('SMS_PROVIDER must be webhook, hubtel or left out, because PUBLIC_URL is public.')
  }
  const require = (name: SettingName, reason: string, advice = 'must be set') => {
    const value = settings[name]
    if (value === undefined) problems.push(`${name} ${advice}, ${reason}.`)
    return value ?? ''
  }
  const smsLimits = {
    countries: toList(settings.SMS_COUNTRIES),
    perHour: Number(settings.SMS_PER_HOUR),
  }
  return {
    mail: mailConfig(settings, isLocal, require),
    sms: smsConfig(settings, isLocal, require),
    smsLimits,
    problems,
  }
}

type Require = (name: SettingName, reason: string, advice?: string) => string

function mailConfig(settings: SettingValues, isLocal: boolean, require: Require): MailConfig {
  if (settings.SMTP_URL === undefined && isLocal) return { kind: 'outbox' }
  const url = require('SMTP_URL', 'because PUBLIC_URL is public and its mails must reach people', 'must be set to a mail server such as smtps://user:password@mail.example')
  if (url === '') return { kind: 'outbox' }
  const from = require('MAIL_FROM', 'because SMTP_URL is set', SETTINGS.MAIL_FROM.problem)
  return redacted({ kind: 'smtp', url, from }, { url: maskPassword(url) })
}

function smsConfig(settings: SettingValues, isLocal: boolean, require: Require): SmsConfig {
  const reason = `because SMS_PROVIDER is ${settings.SMS_PROVIDER}`
  switch (settings.SMS_PROVIDER) {
    case 'webhook': {
      const url = require('SMS_WEBHOOK_URL', reason)
      const secret = require('SMS_WEBHOOK_SECRET', reason)
      return redacted({ kind: 'webhook', url, secret }, { secret: '***' })
    }
    case 'hubtel': {
      const clientId = require('HUBTEL_CLIENT_ID', reason)
      const clientSecret = require('HUBTEL_CLIENT_SECRET', reason)
      const from = require('HUBTEL_SENDER', reason)
      return redacted({ kind: 'hubtel', clientId, clientSecret, from }, { clientSecret: '***' })
    }
    default:
      return isLocal ? { kind: 'outbox' } : { kind: 'off' }
  }
}
