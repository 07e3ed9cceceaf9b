import { timingSafeEqual } from 'node:crypto'
import type { PublicConfig } from '#contract/site.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { defineJob, type JobRun } from '#server/platform/jobs/job-kind.ts'
import type { Secrets } from '#server/platform/process/secrets.ts'
import { invalidCode } from '#server/accounts/two-factor/invalid-code.ts'
import {
  countCodeAttempt,
  deletePhoneCode,
  type PhoneCodeRow,
  replacePhoneCode,
  selectPhoneCode,
  updateVerifiedPhone,
} from './queries.ts'
import { takeSmsLimits } from './sms-limits.ts'

const CODE_SECONDS = 10 * 60

interface PhoneCodeJob {
  /** The row that the code is derived from; the code itself is in no job. */
  codeId: string
}

/** A late code is of no use, so there are few retries, soon after each other. */
export const PHONE_CODE = defineJob<PhoneCodeJob>('phone-code', { retries: 4, retryDelaySeconds: 5 })

/** Four digits, derived from the row by the deployment's key and stored nowhere. */
function codeOf(secrets: Secrets, { id, account_id: accountId, phone }: PhoneCodeRow): string {
  const digest = secrets.digest('phone-code', `${id}:${accountId}:${phone}`)
  return String(digest.readUIntBE(0, 6) % 10_000).padStart(4, '0')
}

/** The last line lets phones fill the code in, on this site alone. */
function smsText(code: string, { siteName, publicUrl }: PublicConfig): string {
  const host = new URL(publicUrl).hostname
  return `${code} is your ${siteName} verification code. It works for 10 minutes. Give it to nobody.\n\n@${host} #${code}`
}

export async function sendSmsWithCode(
  { db, secrets, site, sms }: Pick<Context, 'db' | 'secrets' | 'site' | 'sms'>,
  { codeId }: PhoneCodeJob,
  { id }: Pick<JobRun, 'id'>,
): Promise<void> {
  const row = await selectPhoneCode(db, codeId)
  if (!row || !sms) return
  await sms.send(row.phone, smsText(codeOf(secrets, row), site), id)
}

export async function sendPhoneCode(
  ctx: Pick<Context, 'config' | 'db' | 'jobs' | 'limiter' | 'log' | 'secrets' | 'sms'>,
  { userId, phone, address }: { userId: string; phone: string; address: string },
): Promise<void> {
  if (!ctx.sms) throw new AppError('sms-unavailable')
  await takeSmsLimits(ctx, { userId, phone, address })
  await ctx.db.transaction().execute(async (tx) => {
    const codeId = await replacePhoneCode(tx, { accountId: userId, phone, seconds: CODE_SECONDS })
    await ctx.jobs.enqueue(tx, PHONE_CODE, { codeId })
  })
}

/**
 * A number belongs to the last who verified it: another profile with it shows it unverified from then on, since SIM cards
 * change hands and nobody should be prevented from verifying their own.
 */
export async function verifyPhone(
  { db, secrets, changes }: Pick<Context, 'changes' | 'db' | 'secrets'>,
  { userId, phone, code }: { userId: string; phone: string; code: string },
): Promise<void> {
  // Counted before it is compared and outside the transaction, so that no refusal rolls the count back.
  const row = await countCodeAttempt(db, { accountId: userId, phone })
  if (!row) throw new AppError('phone-code-expired')
  if (!timingSafeEqual(Buffer.from(code), Buffer.from(codeOf(secrets, row)))) throw invalidCode()
  await db.transaction().execute(async (tx) => {
    if (!(await deletePhoneCode(tx, row.id))) throw new AppError('phone-code-expired')
    await updateVerifiedPhone(tx, userId, phone)
    await changes.announce(tx, 'pages')
  })
}
