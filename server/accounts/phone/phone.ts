import type { Context } from '#server/context.ts'
import { forgetIdentity, requireNotShutOut } from '#server/moderation/sanctions/service.ts'
import { sellerKey } from '#server/platform/http/cdn/keys.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { countingSuccesses, countingRefusals } from '#server/platform/http/limits/counting-answers.ts'
import { defineJob, type JobRun } from '#server/platform/jobs/job-kind.ts'
import type { Secrets } from '#server/platform/process/secrets.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { getAccount } from '#server/accounts/account.ts'
import { queueAccountEmail } from '#server/accounts/emails/service.ts'
import { type AccountRow, selectAccountByPhone } from '#server/accounts/queries.ts'
import { isNumberOnlyWay } from '#server/accounts/rules.ts'
import { applyFormerSanctions } from '#server/accounts/sessions/service.ts'
import { invalidCode } from '#server/accounts/two-factor/invalid-code.ts'
import {
  clearPhone,
  countCodeAttempt,
  deletePhoneCode,
  lockVerifiedPhones,
  type PhoneCodeRow,
  replacePhoneCode,
  selectIsUnused,
  selectPhoneCode,
  updateVerifiedPhone,
} from './queries.ts'
import { countGuess } from './guesses.ts'
import { CODE_SECONDS, deriveCode, isSameCode, smsText } from './sms-codes.ts'
import { requireServed, smsUnavailable, takeKnownSms, takeOpenSms } from './sms-limits.ts'

interface PhoneCodeJob {
  /** Id of the row that determines the code; the code itself is in no job. */
  codeId: string
}

/** A late code is useless, so there are only a few quick retries. */
export const PHONE_CODE = defineJob<PhoneCodeJob>('phone-code', { retries: 4, retryDelaySeconds: 5 })

const phoneCode = (secrets: Secrets, { id, account_id: accountId, phone }: PhoneCodeRow) =>
  deriveCode(secrets, 'phone-code', [id, accountId, phone])

export async function sendSmsWithCode(
  { db, secrets, site, sms }: Pick<Context, 'db' | 'secrets' | 'site' | 'sms'>,
  { codeId }: PhoneCodeJob,
  { id }: Pick<JobRun, 'id'>,
): Promise<void> {
  const row = await selectPhoneCode(db, codeId)
  if (!row || !sms) return
  await sms.send(row.phone, smsText(phoneCode(secrets, row), site), id)
}

export async function sendPhoneCode(
  ctx: Pick<Context, 'config' | 'db' | 'jobs' | 'limiter' | 'log' | 'secrets' | 'sms'>,
  { userId, phone, address }: { userId: string; phone: string; address: string },
): Promise<void> {
  if (!ctx.sms) throw new AppError('sms-unavailable')
  requireServed(ctx, phone)
  const { phone: own } = await getAccount(ctx.db, { userId })
  await countingSuccesses(ctx.limiter, async (take) => {
    if (own === phone) return takeKnownSms(ctx, take, userId)
    const hasRoom = await takeOpenSms(ctx, take, { purpose: 'verify', sender: userId, phone, address })
    if (!hasRoom) throw smsUnavailable()
  })
  await ctx.db.transaction().execute(async (tx) => {
    const codeId = await replacePhoneCode(tx, { accountId: userId, phone, seconds: CODE_SECONDS })
    await ctx.jobs.enqueue(tx, PHONE_CODE, { codeId })
  })
}

interface PhoneProof {
  userId: string
  phone: string
  code: string
  /** The client's network. */
  address: string
}

type ProofDeps = Pick<Context, 'db' | 'limiter' | 'secrets'>

/**
 * Uses up an attempt. Throws phone-code-expired or invalid-code unless it is the account's own code for the
 * number.
 */
async function requirePhoneCode(ctx: ProofDeps, { userId, phone, code, address }: PhoneProof) {
  const { phone: own } = await getAccount(ctx.db, { userId })
  return countingRefusals(ctx.limiter, async (take) => {
    // The attempt is counted before the comparison and outside the transaction, so that no refusal rolls it
    // back.
    const row = await countCodeAttempt(ctx.db, { accountId: userId, phone })
    if (!row) throw new AppError('phone-code-expired')
    const knownAccount = own === phone ? userId : undefined
    await countGuess(ctx, take, { phone, address, knownAccount, guesses: row.guesses })
    if (!isSameCode(code, phoneCode(ctx.secrets, row))) throw invalidCode()
    return row
  })
}

/** A code proves once who holds the number; `act` runs in the transaction that uses the code up. */
export async function proveByPhoneCode<T>(
  ctx: ProofDeps,
  proof: PhoneProof,
  act: (tx: Database) => Promise<T>,
): Promise<T> {
  const row = await requirePhoneCode(ctx, proof)
  return ctx.db.transaction().execute(async (tx) => {
    if (!(await deletePhoneCode(tx, row.id))) throw new AppError('phone-code-expired')
    return act(tx)
  })
}

/**
 * A number belongs to the last person who verified it, because SIM cards change hands and everybody must be
 * able to verify their own: another profile then shows it as unverified, and it logs in nowhere else. Throws
 * `phone-in-use` if it is the only way into an account in use: its holder can log in there.
 */
export async function verifyPhone(
  ctx: ProofDeps & Pick<Context, 'changes' | 'jobs' | 'personHashes' | 'revocations'>,
  proof: PhoneProof,
): Promise<void> {
  const { userId, phone } = proof
  const refusal = await proveByPhoneCode(ctx, proof, async (tx) => {
    await lockVerifiedPhones(tx)
    const holder = await selectAccountByPhone(tx, phone)
    if (holder && holder.id !== userId) {
      await requireNotShutOut(tx, holder.id)
      if (isNumberOnlyWay(holder) && !(await selectIsUnused(tx, holder.id)))
        throw new AppError('phone-in-use')
      await releaseNumber(ctx, tx, holder)
    }
    const { phone: before, email } = await getAccount(tx, { userId })
    await updateVerifiedPhone(tx, userId, phone)
    // Owners must notice a way to sign in that they did not add.
    if (before !== phone && (before !== null || email !== null)) {
      await queueAccountEmail(ctx, tx, { mail: 'phone-changed', accountId: userId })
    }
    const shown = holder ? [userId, holder.id] : [userId]
    await ctx.changes.announce(tx, 'pages', shown.map(sellerKey))
    return applyFormerSanctions(ctx, tx, userId)
  })
  if (refusal) throw refusal
}

/** Notifies the number's account and takes the number from it. */
export async function releaseNumber(
  ctx: Pick<Context, 'jobs' | 'personHashes' | 'secrets'>,
  tx: Database,
  { id, phone }: Pick<AccountRow, 'id' | 'phone'>,
): Promise<void> {
  await clearPhone(tx, id)
  if (phone !== null) await forgetIdentity(ctx, tx, { personId: id, identity: phone })
  await queueAccountEmail(ctx, tx, { mail: 'phone-lost', accountId: id })
}
