import { timingSafeEqual } from 'node:crypto'
import type { PublicConfig } from '#contract/site.ts'
import { AppError } from '#server/app-error.ts'
import type { Database } from '#server/db/connect.ts'
import type { PublicChanges } from '#server/http/public-changes.ts'
import type { RateLimiter } from '#server/http/rate-limit.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { defineJob } from '#server/jobs/job-kind.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Secrets } from '#server/secrets.ts'
import type { SmsProvider } from '#server/sms/sms-provider.ts'
import { invalidCode } from './invalid-code.ts'
import {
  countTry,
  deletePhoneCode,
  type PhoneCodeRow,
  replacePhoneCode,
  selectPhoneCode,
  updateVerifiedPhone,
} from './phone-queries.ts'

const CODE_SECONDS = 10 * 60
const TRIES_PER_CODE = 5
const SENDS_PER_HOUR = { tries: 5, seconds: 60 * 60 }
const SENDS_PER_ADDRESS = { tries: 20, seconds: 60 * 60 }
/** Four digits and five tries: ten codes a day leave a guesser one chance in two hundred. */
const SENDS_PER_DAY = { tries: 10, seconds: 24 * 60 * 60 }

interface PhoneCodeJob {
  /** The row that the code follows from; the code itself is in no job. */
  codeId: string
}

/** A code that comes late is of no use, so few tries, soon after each other. */
const PHONE_CODE = defineJob<PhoneCodeJob>('phone-code', { retries: 4, retryDelaySeconds: 5 })

interface PhoneParts {
  db: Database
  jobs: Jobs
  limiter: RateLimiter
  secrets: Secrets
  sms: SmsProvider | undefined
  site: PublicConfig
  changes: PublicChanges
}

/** Four digits that only who has the deployment's key can tell from the row. */
function codeOf(secrets: Secrets, { id, account_id: accountId, phone }: PhoneCodeRow): string {
  const digest = secrets.digest('phone-code', `${id}:${accountId}:${phone}`)
  return String(digest.readUIntBE(0, 6) % 10_000).padStart(4, '0')
}

/** The last line lets phones fill the code in, on this site alone. */
function textOf(code: string, { siteName, publicUrl }: PublicConfig): string {
  const host = new URL(publicUrl).hostname
  return `${code} is your ${siteName} verification code. It works for 10 minutes. Give it to nobody.\n\n@${host} #${code}`
}

/** Proof that a person holds the number that they give. */
export function phoneVerification({ db, jobs, limiter, secrets, sms, site, changes }: PhoneParts) {
  jobs.handle(PHONE_CODE, async ({ codeId }, run) => {
    const row = await selectPhoneCode(db, codeId)
    if (!row || !sms) return
    await sms.send(row.phone, textOf(codeOf(secrets, row), site), run.id)
  })

  return {
    async sendPhoneCode(viewer: Viewer, phone: string, address: string): Promise<void> {
      if (!sms) throw new AppError('sms-unavailable')
      await limiter.take(`phone-code-from:${address}`, SENDS_PER_ADDRESS)
      await limiter.take(`phone-code:${viewer.id}`, SENDS_PER_HOUR)
      await limiter.take(`phone-code-day:${viewer.id}`, SENDS_PER_DAY)
      await limiter.take(`phone-code-to:${phone}`, SENDS_PER_HOUR)
      await limiter.take(`phone-code-to-day:${phone}`, SENDS_PER_DAY)
      await db.transaction().execute(async (tx) => {
        const codeId = await replacePhoneCode(tx, { accountId: viewer.id, phone, seconds: CODE_SECONDS })
        await jobs.enqueue(tx, PHONE_CODE, { codeId })
      })
    },

    /**
     * A number belongs to the last who proved to hold it: another profile keeps it as text but loses the mark, since
     * SIM cards change hands and nobody should be kept from verifying their own.
     */
    async verifyPhone(viewer: Viewer, { phone, code }: { phone: string; code: string }): Promise<void> {
      // Counted before it is compared and outside the transaction, so that no refusal gives a try back.
      const row = await countTry(db, { accountId: viewer.id, phone, most: TRIES_PER_CODE })
      if (!row) throw new AppError('phone-code-expired')
      if (!timingSafeEqual(Buffer.from(code), Buffer.from(codeOf(secrets, row)))) throw invalidCode()
      await db.transaction().execute(async (tx) => {
        if (!(await deletePhoneCode(tx, row.id))) throw new AppError('phone-code-expired')
        await updateVerifiedPhone(tx, viewer.id, phone)
        await changes.announce(tx, 'pages')
      })
    },
  }
}
