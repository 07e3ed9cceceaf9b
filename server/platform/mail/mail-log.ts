import type { Database } from '#server/platform/db/connect.ts'
import { failureOf } from '#server/platform/jobs/failure.ts'
import type { Telemetry } from '#server/platform/metrics/telemetry.ts'
import type { Log } from '#server/platform/process/log.ts'
import type { Mailer, MailMessage } from './mailer.ts'

/** Masks an address as 'k…@example.com', which is enough to recognise one's own but not to write to. */
function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@')
  return `${Array.from(address.slice(0, at))[0] ?? ''}…${address.slice(at)}`
}

interface MailLogDeps {
  db: Database
  log: Log
  telemetry: Pick<Telemetry, 'mails'>
}

/**
 * Records each attempt to send, without the content. A failed record must not fail the mail, because it would be sent
 * twice.
 */
export function loggedMailer(mailer: Mailer, { db, log, telemetry }: MailLogDeps): Mailer {
  const note = async ({ kind, personId, to }: MailMessage, failure: string | null) => {
    telemetry.mails.inc({ kind, outcome: failure === null ? 'sent' : 'failed' })
    try {
      await db
        .insertInto('mail_log')
        .values({ kind, person_id: personId ?? null, masked_address: maskedAddress(to), failure })
        .execute()
    } catch (error) {
      log.warn({ mail: kind, ...failureOf(error) }, 'an attempt to send a mail could not be recorded')
    }
  }
  return {
    async send(message) {
      try {
        await mailer.send(message)
      } catch (error) {
        await note(message, failureOf(error).error)
        throw error
      }
      await note(message, null)
    },
    close: () => mailer.close(),
  }
}
