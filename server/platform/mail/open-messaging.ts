import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { devMailer, smtpMailer } from './mailer.ts'
import type { Telemetry } from '#server/platform/metrics/telemetry.ts'
import { createPushSender } from '#server/platform/push/push-sender.ts'
import { createDevMailbox, type DevMailbox } from '#server/platform/dev-mailbox/dev-mailbox.ts'
import { hubtelSms } from '#server/platform/sms/hubtel-sms.ts'
import { devSms } from '#server/platform/sms/dev-sms.ts'
import type { SmsProvider } from '#server/platform/sms/sms-provider.ts'
import { webhookSms } from '#server/platform/sms/webhook-sms.ts'

export function openMessaging(
  { mail, sms, push, site }: Pick<Config, 'mail' | 'sms' | 'push' | 'site'>,
  { db, telemetry }: { db: Database; telemetry: Pick<Telemetry, 'smsMessages'> },
) {
  const devMailbox = createDevMailbox(db)
  return {
    mailer: mail.kind === 'smtp' ? smtpMailer(mail) : devMailer(devMailbox),
    /** Undefined if the deployment has no provider. */
    sms: counted(smsProvider(sms, devMailbox), telemetry),
    push: createPushSender({ contact: site.supportEmail, ...push }),
    devMailbox,
  }
}

const counted = (
  provider: SmsProvider | undefined,
  { smsMessages }: Pick<Telemetry, 'smsMessages'>,
): SmsProvider | undefined =>
  provider && {
    async send(...message) {
      try {
        await provider.send(...message)
      } catch (error) {
        smsMessages.inc({ outcome: 'failed' })
        throw error
      }
      smsMessages.inc({ outcome: 'taken' })
    },
  }

function smsProvider(sms: Config['sms'], devMailbox: DevMailbox): SmsProvider | undefined {
  switch (sms.kind) {
    case 'webhook':
      return webhookSms(sms)
    case 'hubtel':
      return hubtelSms(sms)
    case 'outbox':
      return devSms(devMailbox)
    default:
      return undefined
  }
}
