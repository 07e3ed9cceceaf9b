import type { PhoneNeeds } from '#contract/accounts/phone-sign-in.ts'
import { LOGIN_LIMIT } from '#contract/limits.ts'
import type { Context } from '#server/context.ts'
import { requireNotShutOut } from '#server/moderation/sanctions/service.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { AppError, invalidInput } from '#server/platform/errors/app-error.ts'
import { countingAnswers } from '#server/platform/http/limits/counting-answers.ts'
import { getAccount, lockAccount } from '#server/accounts/account.ts'
import { queueAccountEmail } from '#server/accounts/emails/service.ts'
import { releaseNumber } from '#server/accounts/phone/phone.ts'
import { lockVerifiedPhones, selectIsUnused, updateVerifiedPhone } from '#server/accounts/phone/queries.ts'
import { type AccountRow, selectAccountByPhone } from '#server/accounts/queries.ts'
import { isKnownDevice, isNumberOnlyWay, isNumberSufficient, waitEnd } from '#server/accounts/rules.ts'
import { type SignInDeps, signInOrChallenge, type SignInResult } from '#server/accounts/sessions/sign-in.ts'
import { sellerKey } from '#server/platform/http/cdn/keys.ts'
import { type NamedDevice, requireSignInCode } from './codes.ts'
import {
  beginWait,
  deleteSignInCode,
  insertPhoneAccount,
  type SignInCodeRow,
  updateProvedNow,
} from './queries.ts'

interface PhoneSignIn {
  phone: string
  code: string
  newcomer?: { name: string }
  password?: string
  wait?: true
  startNew?: true
  device: NamedDevice
}

interface PhoneSignedIn {
  signedIn: SignInResult
  needs: PhoneNeeds | null
  isNew: boolean
}

type PhoneSignInDeps = SignInDeps &
  Pick<Context, 'config' | 'limiter' | 'personHashes' | 'now' | 'passwords' | 'personNames'>

const NOT_SIGNED_IN: SignInResult = { opened: null, challenge: null }
const NAME_NEEDED: PhoneNeeds = { is: 'name', password: false, email: false, opensAt: null }

interface Opening {
  account: AccountRow
  device: NamedDevice
}

/** As at log-in, an attempt is counted before the password is checked, and a correct one clears the count. */
async function checkPassword(
  { limiter, passwords }: Pick<Context, 'limiter' | 'passwords'>,
  { account, device }: Opening,
  password: string,
): Promise<void> {
  const key = `phone-password:${account.id}`
  await countingAnswers(limiter, async (take) => {
    await take(key, LOGIN_LIMIT, 'too-many-logins')
    if (await passwords.matches(account.password_hash, password, device)) return
    throw invalidInput([{ field: 'password', message: 'This password is wrong.' }])
  })
  await limiter.clear(key)
}

/** Returns whether the number alone opens the account now. */
async function opensByNumber(ctx: Pick<Context, 'now'>, db: Database, { account, device }: Opening) {
  const is_unused = await selectIsUnused(db, account.id)
  return isNumberSufficient(
    { ...account, is_unused },
    { isKnown: isKnownDevice(device, account), now: ctx.now() },
  )
}

/** Finds the proof that, in addition to the code, lets the holder of the number in. */
async function findProof(ctx: PhoneSignInDeps, opening: Opening, password: string | undefined) {
  if (await opensByNumber(ctx, ctx.db, opening)) return 'number'
  if (password === undefined) return undefined
  await checkPassword(ctx, opening, password)
  return 'password'
}

async function useCode(tx: Database, { id }: SignInCodeRow): Promise<void> {
  if (!(await deleteSignInCode(tx, id))) throw new AppError('phone-code-expired')
}

const proofNeeded = (account: AccountRow, now: number): PhoneNeeds => {
  const end = waitEnd(account, now)
  return {
    is: 'proof',
    password: account.password_hash !== null,
    email: account.email_verified_at !== null,
    opensAt: end === null ? null : new Date(end).toISOString(),
  }
}

/**
 * Locks the account until the transaction ends. Throws phone-code-expired if the number moved to another
 * account in the meantime.
 */
async function requireSameNumber(
  tx: Database,
  { phone }: SignInCodeRow,
  { id }: AccountRow,
): Promise<AccountRow> {
  await lockVerifiedPhones(tx)
  const current = await lockAccount(tx, { userId: id })
  if (current.phone !== phone) throw new AppError('phone-code-expired')
  return current
}

/** Notifies the account once; people who request it again see how long they still have to wait. */
function wait(ctx: PhoneSignInDeps, row: SignInCodeRow, account: AccountRow): Promise<PhoneNeeds> {
  const now = ctx.now()
  if (waitEnd(account, now) !== null) return Promise.resolve(proofNeeded(account, now))
  return ctx.db.transaction().execute(async (tx) => {
    await useCode(tx, row)
    await requireSameNumber(tx, row, account)
    const since = await beginWait(tx, account.id)
    await queueAccountEmail(ctx, tx, { mail: 'phone-waits', accountId: account.id })
    return proofNeeded({ ...account, phone_waits_since: since }, now)
  })
}

/**
 * Creates an account for the holder of the number. An account that had the number before loses it, and nobody
 * gets into that account.
 */
function begin(
  ctx: PhoneSignInDeps,
  row: SignInCodeRow,
  { phone, device, name, before }: PhoneSignIn & { name: string; before: AccountRow | undefined },
): Promise<SignInResult> {
  if (!ctx.config.accounts.signup) throw new AppError('signup-disabled')
  return ctx.db.transaction().execute(async (tx) => {
    await useCode(tx, row)
    await lockVerifiedPhones(tx)
    const holder = await selectAccountByPhone(tx, phone)
    // The account was created in the meantime from another browser: the next code logs in to it.
    if (holder?.id !== before?.id) throw new AppError('phone-code-expired')
    if (holder) {
      await requireNotShutOut(tx, holder.id)
      // A person who uses that account has no other way to sign in, so a new holder of the number has to
      // wait.
      if (isNumberOnlyWay(holder) && !(await selectIsUnused(tx, holder.id)))
        throw new AppError('phone-in-use')
      await releaseNumber(ctx, tx, holder)
      await ctx.changes.announce(tx, 'pages', [sellerKey(holder.id)])
    }
    const mailbox = ctx.personHashes.hashOf(phone)
    const userId = await insertPhoneAccount(tx, { name, phone, mailbox })
    await updateVerifiedPhone(tx, userId, phone)
    const account = await getAccount(tx, { userId })
    return signInOrChallenge(ctx, tx, { account, device, isFirst: true })
  })
}

/**
 * The proof is checked again, because another one may have arrived in the meantime or a wait may have ended.
 */
function open(
  ctx: PhoneSignInDeps,
  row: SignInCodeRow,
  { account, device, proof }: Opening & { proof: 'number' | 'password' },
): Promise<SignInResult> {
  return ctx.db.transaction().execute(async (tx) => {
    await useCode(tx, row)
    const current = await requireSameNumber(tx, row, account)
    const isProved =
      proof === 'number'
        ? await opensByNumber(ctx, tx, { account: current, device })
        : current.password_hash === account.password_hash
    if (!isProved) throw new AppError('phone-code-expired')
    await updateProvedNow(tx, account.id)
    return signInOrChallenge(ctx, tx, { account: current, device })
  })
}

const missing = (needs: PhoneNeeds): PhoneSignedIn => ({ signedIn: NOT_SIGNED_IN, needs, isNew: false })

async function answer(ctx: PhoneSignInDeps, row: SignInCodeRow, form: PhoneSignIn): Promise<PhoneSignedIn> {
  const { phone, newcomer, startNew, device } = form
  const account = await selectAccountByPhone(ctx.db, phone)
  const proof = account && (await findProof(ctx, { account, device }, form.password))
  if (account && proof)
    return { signedIn: await open(ctx, row, { account, device, proof }), needs: null, isNew: false }
  if (account && form.wait) return missing(await wait(ctx, row, account))
  if (account && !startNew) return missing(proofNeeded(account, ctx.now()))
  if (!newcomer) return missing(NAME_NEEDED)
  const name = await ctx.personNames.require(newcomer.name, 'newcomer.name')
  return { signedIn: await begin(ctx, row, { ...form, name, before: account }), needs: null, isNew: true }
}

/**
 * Signs in with an SMS code, to the number's account or a new one. If something is missing, the code stays
 * valid and the person sends it again with the missing part.
 */
export async function signInByPhone(ctx: PhoneSignInDeps, form: PhoneSignIn): Promise<PhoneSignedIn> {
  return answer(ctx, await requireSignInCode(ctx, form), form)
}
