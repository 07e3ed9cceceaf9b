import * as z from 'zod/mini'
import { isSender } from '#server/mail/address.ts'
import { maskPassword, secretive } from './secretive.ts'
import { setting } from './setting.ts'
import { mayGetSecrets } from './this-machine.ts'

export type MailConfig = { kind: 'smtp'; url: string; from: string } | { kind: 'outbox' }

/** 'off' where the deployment has no provider: nothing that needs an SMS can be offered. */
export type SmsConfig =
  | { kind: 'off' }
  | { kind: 'outbox' }
  | { kind: 'webhook'; url: string; secret: string }
  | { kind: 'hubtel'; clientId: string; clientSecret: string; from: string }

const MAIL_FROM_ADVICE = 'must be the sender of mails, such as Sankofa <hello@market.example>'
const FEWEST_SECRET_CHARACTERS = 16

const isSmtpUrl = (value: string) =>
  /^smtps?:\/\//.test(value) && URL.canParse(value) && new URL(value).hostname !== ''

/** The settings of mail and SMS; see .env.example. */
export const MESSAGING_SETTINGS = {
  SMTP_URL: setting(
    isSmtpUrl,
    'must look like smtps://user:password@mail.example, with special characters %-encoded',
  ),
  MAIL_FROM: setting(isSender, MAIL_FROM_ADVICE),
  SMS_PROVIDER: z.optional(z.enum(['outbox', 'webhook', 'hubtel'], 'must be outbox, webhook or hubtel')),
  SMS_WEBHOOK_URL: setting(mayGetSecrets, 'must be an https address'),
  SMS_WEBHOOK_SECRET: setting(
    (value) => value.length >= FEWEST_SECRET_CHARACTERS,
    `must have at least ${FEWEST_SECRET_CHARACTERS} characters`,
  ),
  HUBTEL_CLIENT_ID: z.optional(z.string()),
  HUBTEL_CLIENT_SECRET: z.optional(z.string()),
  HUBTEL_SENDER: setting(
    (value) => /^[A-Za-z0-9 ]{1,11}$/.test(value),
    'must be the approved sender name, at most 11 letters and digits',
  ),
}

type Given = Partial<Record<keyof typeof MESSAGING_SETTINGS, string>>

/** Each problem is a line for a person; the configs count only without any. */
export interface MessagingConfig {
  mail: MailConfig
  sms: SmsConfig
  problems: string[]
}

export function messagingConfig(given: Given, isLocal: boolean): MessagingConfig {
  const problems: string[] = []
  if (given.SMS_PROVIDER === 'outbox' && !isLocal) {
    problems.push('SMS_PROVIDER must be webhook, hubtel or left out, since PUBLIC_URL is public.')
  }
  const need = (name: keyof Given, reason: string, advice = 'must be set') => {
    const value = given[name]
    if (value === undefined) problems.push(`${name} ${advice}, ${reason}.`)
    return value ?? ''
  }
  return { mail: mailConfig(given, isLocal, need), sms: smsConfig(given, isLocal, need), problems }
}

type Need = (name: keyof Given, reason: string, advice?: string) => string

function mailConfig(given: Given, isLocal: boolean, need: Need): MailConfig {
  if (given.SMTP_URL === undefined && isLocal) return { kind: 'outbox' }
  const url = need(
    'SMTP_URL',
    'since PUBLIC_URL is public and its mails must reach people',
    'must be set to a mail server such as smtps://user:password@mail.example',
  )
  if (url === '') return { kind: 'outbox' }
  const from = need('MAIL_FROM', 'since SMTP_URL is set', MAIL_FROM_ADVICE)
  return secretive({ kind: 'smtp', url, from }, { url: maskPassword(url) })
}

function smsConfig(given: Given, isLocal: boolean, need: Need): SmsConfig {
  const reason = `since SMS_PROVIDER is ${given.SMS_PROVIDER}`
  switch (given.SMS_PROVIDER) {
    case 'webhook': {
      const url = need('SMS_WEBHOOK_URL', reason)
      const secret = need('SMS_WEBHOOK_SECRET', reason)
      return secretive({ kind: 'webhook', url, secret }, { secret: '***' })
    }
    case 'hubtel': {
      const clientId = need('HUBTEL_CLIENT_ID', reason)
      const clientSecret = need('HUBTEL_CLIENT_SECRET', reason)
      const from = need('HUBTEL_SENDER', reason)
      return secretive({ kind: 'hubtel', clientId, clientSecret, from }, { clientSecret: '***' })
    }
    default:
      return isLocal ? { kind: 'outbox' } : { kind: 'off' }
  }
}
