import type { Config } from './config.ts'
import type { Database } from '#server/db/connect.ts'
import { type Mailer, outboxMailer, smtpMailer } from '#server/mail/mailer.ts'
import { createPushSender, type PushSender } from '#server/push/push-sender.ts'
import { createOutbox, type Outbox } from '#server/outbox/outbox.ts'
import { hubtelSms } from '#server/sms/hubtel-sms.ts'
import { outboxSms } from '#server/sms/outbox-sms.ts'
import type { SmsProvider } from '#server/sms/sms-provider.ts'
import { webhookSms } from '#server/sms/webhook-sms.ts'

export interface Messaging {
  mailer: Mailer
  /** Undefined where the deployment has no provider. */
  sms: SmsProvider | undefined
  push: PushSender
  outbox: Outbox
}

/** Mail, SMS and push as the settings say. */
export function openMessaging(
  { mail, sms, push, site }: Pick<Config, 'mail' | 'sms' | 'push' | 'site'>,
  db: Database,
): Messaging {
  const outbox = createOutbox(db)
  return {
    mailer: mail.kind === 'smtp' ? smtpMailer(mail) : outboxMailer(outbox),
    sms: smsProvider(sms, outbox),
    push: createPushSender({ contact: site.supportEmail, ...push }),
    outbox,
  }
}

function smsProvider(sms: Config['sms'], outbox: Outbox): SmsProvider | undefined {
  switch (sms.kind) {
    case 'webhook':
      return webhookSms(sms)
    case 'hubtel':
      return hubtelSms(sms)
    case 'outbox':
      return outboxSms(outbox)
    default:
      return undefined
  }
}
